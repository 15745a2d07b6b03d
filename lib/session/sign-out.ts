import 'server-only';
import { cookies } from 'next/headers';
import { z } from 'zod';
import { logError } from '../log/log.ts';
import { readSessionCookie, writeSessionCookie } from '../supabase/cookies.ts';
import { fetchAuth } from '../supabase/fetch-auth.ts';
import { endOtherSessions, endSession } from './end-session.ts';
import { forgetRefreshes } from './session.ts';
import { verifyAccessToken } from './verify-access-token.ts';

/** This session, or every session of the account. */
type Scope = 'local' | 'global';

/**
 * Ends this session, or every session of the account, and clears the cookies whatever the backend answers: someone
 * who leaves a shared machine must be out.
 * @returns ended: false when Auth did not say that it is over, so that the session may live on.
 */
export async function signOut(scope: Scope): Promise<{ ended: boolean }> {
  const store = await cookies();
  const carried = store.getAll();
  const session = await readSessionCookie(carried);
  for (const { name, value, options } of writeSessionCookie(null, carried)) store.set(name, value, options);
  if (!session) return { ended: true };
  forgetRefreshes(session.refresh_token);
  const recorded = endInRecord(session.access_token, scope);
  // A session that Auth has ended can end no other one in our table.
  if (scope === 'global') await recorded;
  const [ended] = await Promise.all([endInAuth(session.access_token, scope), recorded]);
  return { ended };
}

/** Asks Auth to end the session of an access token. Never throws. */
export async function endInAuth(accessToken: string, scope: Scope): Promise<boolean> {
  const answer = await fetchAuth(`/logout?scope=${scope}`, { method: 'POST', accessToken }).catch(() => null);
  if (!answer) return false;
  return answer.ok || overAlready.safeParse(await answer.json().catch(() => null)).success;
}

/** Auth's words for a session that has ended before. Any other refusal leaves it open what became of it. */
const overAlready = z.object({ code: z.enum(['session_not_found', 'user_not_found']) });

/** Writes into our own table that it is over: Auth may be out of reach while the database is not. Never throws. */
async function endInRecord(accessToken: string, scope: Scope): Promise<void> {
  try {
    const token = await verifyAccessToken(accessToken);
    if (token.status !== 'valid') return;
    const { sub: id, session_id: sessionId, aal } = token.claims;
    const acting = { id, sessionId, aal };
    if (scope === 'global') await endOtherSessions(acting, 'ended_elsewhere');
    await endSession(acting, acting.sessionId);
  } catch (error) {
    logError('session.not_ended', 'Recording the end of a session failed:', error);
  }
}
