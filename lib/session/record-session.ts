import 'server-only';
import type { Session } from '@supabase/supabase-js';
import { decodeJwt } from 'jose';
import { cookies, headers } from 'next/headers';
import { readDevice } from '../device.ts';
import { environment } from '../env.ts';
import { readVisitorLocation } from '../http/client-address.ts';
import { logError, messageOf } from '../log/log.ts';
import { type Failure, fail, type Result } from '../result.ts';
import { callFunction } from '../supabase/call-function.ts';
import { checkCookieBudget, writeSessionCookie } from './cookies.ts';
import type { SignInMethod } from './sign-in-method.ts';
import { revokeSession } from './sign-out.ts';
import { logIssuerOnce, recordTokenCheck, verifyAccessToken } from './verify-access-token.ts';

/**
 * Makes Auth's new session one of this site, after the check that every page makes. Call it before use: the database refuses others.
 * Ends a refused session. @returns `backend.tokens_refused` for a misconfigured project; `wallet.ended_by_other_tab`;
 * `backend.unavailable` for any other failure.
 */
export async function recordSession(session: Session, method: SignInMethod): Promise<Result> {
  const refused = await refuseUnusableSession(session);
  if (refused) return refused;
  const recorded = await callFunction('record_session', {
    p_user_id: session.user.id,
    p_session_id: String(decodeJwt(session.access_token).session_id),
    p_method: method,
    p_device: await readDevice(),
    p_location: readVisitorLocation(await headers()),
  }).catch((error: unknown) => ({ ok: false as const, code: messageOf(error) }));
  if (recorded.ok) return { ok: true };
  if (recorded.code === 'wallet.ended_by_other_tab') return fail(recorded.code);
  logError('session.not_recorded', `A session could not be recorded: ${recorded.code}`);
  await revokeSession(session);
  return fail('backend.unavailable');
}

/** Sets a new session's cookies. @param other another name's. Throws SessionTooLarge if it doesn't fit. */
export async function startSession(
  session: Session,
  other?: { name: string; maxAge: number },
): Promise<void> {
  const store = await cookies();
  const expiresAt = session.expires_at ?? Math.floor(Date.now() / 1000) + session.expires_in;
  const changed = writeSessionCookie({ ...session, expires_at: expiresAt }, store.getAll(), other);
  checkCookieBudget(changed, session.access_token);
  for (const { name, value, options } of changed) store.set(name, value, options);
}

/** Checks a new session as every page will. @returns `backend.tokens_refused`, and revokes it; null also if it can't be checked now. */
export async function refuseUnusableSession(session: Session): Promise<Failure | null> {
  const { status } = await verifyAccessToken(session.access_token);
  recordTokenCheck(status === 'refused');
  if (status !== 'refused') return null;
  const { iss } = decodeJwt(session.access_token);
  if (iss !== environment().jwtIssuer) logIssuerOnce(iss);
  await revokeSession(session);
  return fail('backend.tokens_refused');
}
