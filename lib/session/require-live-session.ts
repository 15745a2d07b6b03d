import 'server-only';
import type { Result } from '../result.ts';
import { checkLiveSession } from './end-session.ts';
import { redirectOnRefusal } from './redirect-on-refusal.ts';
import { actingViewer, requireViewer, type Viewer } from './viewer.ts';

/** The viewer, for the second half of a change that Auth makes. `auth.signed_out` when the session has ended. */
export async function requireLiveSession(): Promise<Result<{ viewer: Viewer }>> {
  const acting = await actingViewer();
  if (!acting.ok) return acting;
  const live = await checkLiveSession(acting.viewer);
  return live.ok ? acting : live;
}

/** `requireViewer`, for a page that reads nothing which would refuse a session that has ended. */
export async function requireLiveViewer(path: string): Promise<Viewer> {
  const viewer = await requireViewer(path);
  const live = await checkLiveSession(viewer);
  redirectOnRefusal(live.ok ? undefined : live.code, path);
  return viewer;
}
