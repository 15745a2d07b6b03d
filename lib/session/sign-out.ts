import 'server-only';
import type { Session } from '@supabase/supabase-js';
import { cookies } from 'next/headers';
import { z } from 'zod';
import { logError } from '../log/log.ts';
import type { Result } from '../result.ts';
import { type Acting, callAsViewer } from '../supabase/call-as-viewer.ts';
import { fetchAuth } from '../supabase/fetch-auth.ts';
import { readSessionCookie, writeSessionCookie } from './cookies.ts';
import { forgetRefreshes } from './refresh.ts';
import { verifyAccessToken } from './verify-access-token.ts';

type Scope = 'local' | 'global';

/** Always clears the cookies, even in an outage, to protect users of shared machines. @returns ended: false if Auth didn't confirm it. */
export async function signOut(scope: Scope): Promise<{ ended: boolean }> {
  const store = await cookies();
  const carried = store.getAll();
  const session = await readSessionCookie(carried);
  for (const { name, value, options } of writeSessionCookie(null, carried)) store.set(name, value, options);
  if (!session) return { ended: true };
  forgetRefreshes(session.refresh_token);
  const recorded = endInDatabase(session.access_token, scope);
  // Before Auth ends this session, which could then end no other ones in the session table.
  if (scope === 'global') await recorded;
  const [ended] = await Promise.all([endInAuth(session.access_token, scope), recorded]);
  return { ended };
}

/** Has Auth end the session of an access token. Never throws. */
export async function endInAuth(accessToken: string, scope: Scope): Promise<boolean> {
  const answer = await fetchAuth(`/logout?scope=${scope}`, { method: 'POST', accessToken }).catch(() => null);
  if (!answer) return false;
  return answer.ok || AlreadyEnded.safeParse(await answer.json().catch(() => null)).success;
}

/** Auth's codes for a session that has ended already. After any other refusal its state is unknown. */
const AlreadyEnded = z.object({ code: z.enum(['session_not_found', 'user_not_found']) });

/** Ends it in the session table too, because the database may be up while Auth is down. Never throws. */
async function endInDatabase(accessToken: string, scope: Scope): Promise<void> {
  try {
    const token = await verifyAccessToken(accessToken);
    if (token.status !== 'valid') return;
    const { sub: id, session_id: sessionId, aal } = token.claims;
    const acting = { id, sessionId, aal };
    if (scope === 'global') await endOtherSessions(acting, 'ended_elsewhere');
    await endSession(acting, acting.sessionId);
  } catch (error) {
    logError('session.not_ended', 'The end of a session could not be recorded:', error);
  }
}

/** Ends a session that Auth opened and no client has. A failure is only logged, since its tokens are lost. */
export async function revokeSession({ access_token }: Session): Promise<void> {
  if (!(await endInAuth(access_token, 'local'))) {
    logError('session.not_ended', 'An unused session could not be ended.');
  }
}

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
