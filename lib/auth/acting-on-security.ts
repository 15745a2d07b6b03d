import 'server-only';
import type { Failure } from '../result.ts';
import { assertLiveSession } from './session-record.ts';
import { actingViewer, type Viewer } from './viewer.ts';

/**
 * The viewer, for a change of how the account is protected: signed in, by a session that nobody has ended. The one place
 * to ask for recent presence before such a change.
 */
export async function actingOnSecurity(): Promise<{ ok: true; viewer: Viewer } | Failure> {
  const acting = await actingViewer();
  if (!acting.ok) return acting;
  const live = await assertLiveSession(acting.viewer);
  return live.ok ? acting : live;
}
