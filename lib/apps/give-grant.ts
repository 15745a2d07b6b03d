import 'server-only';
import type { Viewer } from '../auth/session/viewer.ts';
import { readDevice } from '../device.ts';
import type { Result } from '../result.ts';
import { callAsViewer } from '../supabase/call-as-viewer.ts';
import type { Scope } from './scopes.ts';

type GrantToGive = {
  clientId: string;
  /** Added to what was agreed before. */
  scopes: Scope[];
  /** Exactly those that the app sees from now on; null leaves them as they are. */
  walletIds: string[] | null;
};

/**
 * Lets an app see what its person has just agreed to. The database refuses a wallet that isn't on the account.
 * @returns the grant's id, or `app.unknown`, `app.wallet_not_offered`, `app.too_many_wallets`, `app.too_many`, or the refusals of
 * a session that changes nothing.
 */
export async function giveGrant(
  viewer: Viewer,
  { clientId, scopes, walletIds }: GrantToGive,
): Promise<Result<{ grantId: string }>> {
  const given = await callAsViewer(viewer, 'give_oauth_grant', {
    p_client_id: clientId,
    p_scopes: scopes,
    p_wallet_ids: walletIds,
    p_device: await readDevice(),
  });
  return given.ok ? { ok: true, grantId: given.rows } : given;
}
