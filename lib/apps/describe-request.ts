import 'server-only';
import { z } from 'zod';
import { environment } from '../env.ts';
import type { Result } from '../result.ts';
import type { Viewer } from '../session/viewer.ts';
import { type Acting, callAsViewer } from '../supabase/call-as-viewer.ts';
import type { Scope } from './scopes.ts';

const Described = z.object({
  client: z.object({
    clientId: z.string(),
    name: z.string(),
    isReviewed: z.boolean(),
    isFirstParty: z.boolean(),
    hasLogo: z.boolean(),
  }),
  account: z.object({
    code: z.string(),
    displayName: z.string().nullable(),
    email: z.string().nullable(),
  }),
  grant: z.object({ id: z.string(), scopes: z.array(z.string()), walletIds: z.array(z.string()) }).nullable(),
  wallets: z.array(
    z.object({
      id: z.string(),
      address: z.string(),
      label: z.string().nullable(),
      walletName: z.string().nullable(),
      isPrimary: z.boolean(),
      provenAt: z.string(),
      namesAccount: z.boolean(),
      isShared: z.boolean(),
    }),
  ),
});

export type DescribedRequest = z.infer<typeof Described>;
export type ShareableWallet = DescribedRequest['wallets'][number];

/** The wallets are the newest 200 on this site's chain, the primary first. @returns `app.unknown`, or refusals of `require_live_session`. */
export async function describeRequest(
  viewer: Viewer,
  clientId: string,
): Promise<Result<{ described: DescribedRequest }>> {
  const read = await callAsViewer(viewer, 'describe_oauth_request', {
    p_client_id: clientId,
    p_chain: environment().chain,
  });
  return read.ok ? { ok: true, described: Described.parse(read.rows) } : read;
}

/** As in `/oauth/userinfo`. `sub` is null before the first consent, because a trial creates none. */
const Claims = z.looseObject({ sub: z.string().nullable() });

/** Stores nothing. @returns `app.unknown` if the app is another user's, unknown or disabled; or the refusals of `require_live_session`. */
export async function describeTrial(
  acting: Acting,
  { clientId, scopes, walletIds }: { clientId: string; scopes: Scope[]; walletIds: string[] },
): Promise<Result<{ claims: z.infer<typeof Claims> }>> {
  const described = await callAsViewer(acting, 'describe_trial_claims', {
    p_client_id: clientId,
    p_scopes: scopes,
    p_wallet_ids: walletIds,
  });
  return described.ok ? { ok: true, claims: Claims.parse(described.rows) } : described;
}
