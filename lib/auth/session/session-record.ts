import 'server-only';
import type { Failure } from '../../result.ts';
import { callFunction } from '../../supabase/call-function.ts';
import type { Viewer } from './viewer.ts';

/** A way in, as people are told of it. */
export type SignInMethod =
  | ('password' | 'code' | 'link' | 'confirmation' | 'recovery')
  | ('github' | 'google' | 'wallet');

/** Why an account's other sessions end. */
export type EndReason = 'ended_elsewhere' | 'password_changed' | 'factors_changed';

type Acting = Pick<Viewer, 'id' | 'sessionId'>;

/**
 * For a change that Auth makes and no function of our database, like a new password.
 * @returns `auth.signed_out` when the session has ended, although its token may still be good.
 */
export function assertLiveSession(viewer: Acting): Promise<{ ok: true } | Failure> {
  return callFunction('assert_live_session', { p_user_id: viewer.id, p_session_id: viewer.sessionId });
}

/**
 * Ends one session of the account, in our table and in Auth: the viewer's own, or another one.
 * @returns `session.unknown` for one that is not the account's, `auth.signed_out` when the viewer's has ended.
 */
export function endSession(viewer: Acting, sessionId: string): Promise<{ ok: true } | Failure> {
  return callFunction('end_session', {
    p_user_id: viewer.id,
    p_session_id: viewer.sessionId,
    p_target: sessionId,
  });
}

/** Ends every session of the account but the viewer's. Refuses as `endSession` does. */
export function endOtherSessions(viewer: Acting, because: EndReason): Promise<{ ok: true } | Failure> {
  return callFunction('end_other_sessions', {
    p_user_id: viewer.id,
    p_session_id: viewer.sessionId,
    p_because: because,
  });
}
