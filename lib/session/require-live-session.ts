import 'server-only';
import type { Result } from '../result.ts';
import { checkLiveSession } from './end-session.ts';
import { redirectOnRefusal } from './redirect-on-refusal.ts';
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
