import 'server-only';
import type { Result } from '../result.ts';
import { type Acting, callAsViewer } from '../supabase/call-as-viewer.ts';

type EndReason = 'ended_elsewhere' | 'password_changed' | 'factors_changed';

/** For changes that Auth makes. `auth.signed_out` if the session has ended, even if its token is valid; `auth.second_factor_required`. */
export function checkLiveSession(viewer: Acting): Promise<Result> {
  return callAsViewer(viewer, 'require_live_session');
}

/** Ends one session of the account, here and at Auth. `session.unknown` if the account has no such session. */
export function endSession(viewer: Acting, sessionId: string): Promise<Result> {
  return callAsViewer(viewer, 'end_session', { p_target: sessionId });
}

/** Ends every session of the account except the viewer's. Refuses as `endSession` does. */
export function endOtherSessions(viewer: Acting, because: EndReason): Promise<Result> {
  return callAsViewer(viewer, 'end_other_sessions', { p_because: because });
}
