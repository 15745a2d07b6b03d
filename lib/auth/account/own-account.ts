import 'server-only';
import { cache } from 'react';
import { z } from 'zod';
import { environment } from '../../env.ts';
import type { Result } from '../../result.ts';
import type { Viewer } from '../../session/viewer.ts';
import { callAsViewer } from '../../supabase/call-as-viewer.ts';
import { OwnPage } from '../../wallets/own-page.ts';
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
  if (!described.ok) return described;
  const account = OwnAccount.parse(described.rows);
  const signInMethods = await withOfferedPasskeys(account.signInMethods);
  return { ok: true, account: { ...account, signInMethods } };
});
