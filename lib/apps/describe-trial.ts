import 'server-only';
import { z } from 'zod';
import type { Result } from '../result.ts';
import { type Acting, callAsViewer } from '../supabase/call-as-viewer.ts';
import type { Scope } from './scopes.ts';

/** As `/oauth/userinfo` has them. `sub` is null until someone agrees to the app for the first time: a trial makes none. */
const Claims = z.looseObject({ sub: z.string().nullable() });

/**
 * What an app would get of its own owner, if they agreed to this. Nothing is stored.
 * @returns `app.unknown` for an app that is someone else's, unknown or switched off, or the refusals of a session that reads nothing.
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
