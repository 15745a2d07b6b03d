import { requireWallet } from '#lib/countersign.server.js';

/** Asks Countersign on each visit, so a wallet that is gone opens nothing a second later. */
export const load = async (event) => ({ wallets: (await requireWallet(event)).wallets });
