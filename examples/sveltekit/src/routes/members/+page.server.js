import { requireWallet } from '#lib/countersign.server.js';

/** Requests the wallets from Countersign on each visit, so a removed wallet gives no access a second later. */
export const load = async (event) => ({ wallets: (await requireWallet(event)).wallets });
