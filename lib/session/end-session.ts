import 'server-only';
import type { Result } from '../result.ts';
import { type Acting, callAsViewer } from '../supabase/call-as-viewer.ts';

/** Why an account's other sessions end. */
type EndReason = 'ended_elsewhere' | 'password_changed' | 'factors_changed';

/** For changes that Auth makes. `auth.signed_out` if the session has ended, although its token may still be valid. */
export function checkLiveSession(viewer: Acting): Promise<Result> {
  return callAsViewer(viewer, 'require_live_session');
}

/** Ends one session of the account here and in Auth. `session.unknown` for one that is not the account's. */
export function endSession(viewer: Acting, sessionId: string): Promise<Result> {
  return callAsViewer(viewer, 'end_session', { p_target: sessionId });
}

/** Ends every session of the account but the viewer's. Refuses as `endSession` does. */
export function endOtherSessions(viewer: Acting, because: EndReason): Promise<Result> {
  return callAsViewer(viewer, 'end_other_sessions', { p_because: because });
}
