import 'server-only';
import { z } from 'zod';
import type { Result } from '../result.ts';
import { type Acting, callAsViewer } from '../supabase/call-as-viewer.ts';
import type { Scope } from './scopes.ts';

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
