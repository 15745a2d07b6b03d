import 'server-only';
import { after } from 'next/server';
import { flushOutbox } from '../mail/drain-notices.ts';
import type { Result } from '../result.ts';
import { type Acting, callAsViewer } from '../supabase/call-as-viewer.ts';

type Ending = { acting: Acting; grantId: string; device: string | null };

/**
 * Ends what somebody agreed that an app sees. Whatever the app was handed dies with it, at once.
 * @returns `app.unknown` for one that has ended already, is somebody else's, or never was, alike.
 */
export async function endGrant({ acting, grantId, device }: Ending): Promise<Result> {
  return tell(await callAsViewer(acting, 'end_oauth_grant', { p_grant_id: grantId, p_device: device }));
}

/**
 * Takes one wallet away from what an app sees.
 * @returns `app.unknown` as above, `wallet.unknown` for a wallet that the app doesn't see.
 */
export async function unshareWallet({
  acting,
  grantId,
  walletId,
  device,
}: Ending & { walletId: string }): Promise<Result> {
  const parameters = { p_grant_id: grantId, p_wallet_id: walletId, p_device: device };
  return tell(await callAsViewer(acting, 'unshare_wallet', parameters));
}

function tell(changed: Result): Result {
  if (changed.ok) after(flushOutbox);
  return changed.ok ? { ok: true } : changed;
}
