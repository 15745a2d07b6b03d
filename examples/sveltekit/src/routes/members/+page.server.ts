import { requireWallet } from '../../lib/countersign.server';
import type { PageServerLoad } from './$types';

/** Requests the wallets from Countersign on each visit, so a removed wallet gives no access a second later. */
export const load: PageServerLoad = async (event) => ({ wallets: (await requireWallet(event)).wallets });
