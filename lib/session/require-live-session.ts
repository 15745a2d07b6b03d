import 'server-only';
import { redirect } from 'next/navigation';
import { withNext } from '../http/with-next.ts';
import type { Result } from '../result.ts';
import { checkLiveSession } from './sign-out.ts';
import { actingViewer, requireViewer, type Viewer } from './viewer.ts';

/** The viewer, for the follow-up step of a two-step Auth change. Refuses as `checkLiveSession` does. */
export async function requireLiveSession(): Promise<Result<{ viewer: Viewer }>> {
  const acting = await actingViewer();
  if (!acting.ok) return acting;
  const live = await checkLiveSession(acting.viewer);
  return live.ok ? acting : live;
}

/** Like `requireViewer`, for a page without a read that would refuse an ended session. */
export async function requireLiveViewer(path: string): Promise<Viewer> {
  const viewer = await requireViewer(path);
  const live = await checkLiveSession(viewer);
  redirectOnRefusal(live.ok ? undefined : live.code, path);
  return viewer;
}

/** After a refused read: redirects to the second factor or to sign-in, and from there back to `path`. Ignores other codes. */
export function redirectOnRefusal(refusal: string | undefined, path: string): void {
  if (refusal === 'auth.second_factor_required') redirect(withNext('/confirm-access', path));
  if (refusal === 'auth.signed_out') redirect(withNext('/sign-in?notice=session-ended', path));
}
