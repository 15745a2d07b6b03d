import 'server-only';
import { z } from 'zod';
import type { Result } from '../result.ts';
import { type Acting, callAsViewer } from '../supabase/call-as-viewer.ts';
import type { Scope } from './scopes.ts';

/** As `/oauth/userinfo` has them. `sub` is null before the first consent, because a trial makes none. */
const Claims = z.looseObject({ sub: z.string().nullable() });

/**
 * The claims that an app would get of its owner. Stores nothing.
 * @returns `app.unknown` for an app that is someone else's, unknown or disabled, or the refusals of a session that
 * reads nothing.
 */
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
