import 'server-only';
import { cache } from 'react';
import { z } from 'zod';
import { environment } from '../../env.ts';
import type { Result } from '../../result.ts';
import type { Viewer } from '../../session/viewer.ts';
import { callAsViewer } from '../../supabase/call-as-viewer.ts';
import { listWallets, type Wallet } from '../../wallets/list-wallets.ts';
import { OwnPage } from '../../wallets/own-page.ts';
import type { WalletView } from '../../wallets/wallet-view.ts';
import { SignInMethods, withOfferedPasskeys } from './sign-in-methods.ts';

const OwnAccount = z.object({
  code: z.string(),
  displayName: z.string().nullable(),
  signInMethods: SignInMethods,
  page: OwnPage,
  /** The last wallet that another account proved in 30 days. `movedAt` is ISO 8601. The activity keeps the event permanently. */
  movedWallet: z.object({ address: z.string(), movedAt: z.string() }).nullable(),
});
export type OwnAccount = z.infer<typeof OwnAccount>;

/** What pages show of the viewer's account, read once for a request. @returns `auth.signed_out` for an ended session, `auth.second_factor_required`. */
export const readOwnAccount = cache(async (viewer: Viewer): Promise<Result<{ account: OwnAccount }>> => {
  const described = await callAsViewer(viewer, 'describe_account', { p_chain: environment().chain });
  return described.ok ? { ok: true, account: await parseAccount(described.rows) } : described;
});

async function parseAccount(described: unknown): Promise<OwnAccount> {
  const account = OwnAccount.parse(described);
  return { ...account, signInMethods: await withOfferedPasskeys(account.signInMethods) };
}

/** A page of the wallets with the account, in one call. Refuses like `readOwnAccount`. */
export async function listOwnWallets(
  viewer: Viewer,
  page: number,
  view: WalletView,
): Promise<Result<{ account: OwnAccount; wallets: Wallet[]; found: number; total: number }>> {
  const listed = await listWallets(viewer, page, view);
  return listed.ok ? { ...listed, account: await parseAccount(listed.account) } : listed;
}
