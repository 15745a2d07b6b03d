import 'server-only';
import type { Session, User } from '@supabase/supabase-js';
import { decodeJwt } from 'jose';
import { cookies } from 'next/headers';
import { z } from 'zod';
import { recordSignIn, type SecondStep } from '../../activity/activity.ts';
import { ownCookieName } from '../../http/cookie-options.ts';
import { stepCookie } from '../../http/own-cookie.ts';
import { safeRedirect } from '../../http/safe-redirect.ts';
import { recallKnownBrowser, rememberKnownBrowser } from '../../rate-limit/read-subject.ts';
import type { Result } from '../../result.ts';
import { readSessionCookie, type StoredSession, writeSessionCookie } from '../../session/cookies.ts';
import { requiresMfa } from '../../session/mfa.ts';
import { recordSession, startSession } from '../../session/record-session.ts';
import { Provider, type SignInMethod } from '../../session/sign-in-method.ts';
import { signOut } from '../../session/sign-out.ts';
import { readViewer } from '../../session/viewer.ts';
import type { Acting } from '../../supabase/call-as-viewer.ts';
import { emailCookie, type LastMethod, rememberLastMethod } from './sign-in-cookies.ts';

export const secondFactorPath = '/sign-in/second-factor';

/** The method that sign-in offers first next time. After a reset, that is the new password. */
const lastMethods: Record<SignInMethod, LastMethod> = {
  password: 'password',
  code: 'code',
  link: 'code',
  confirmation: 'code',
  recovery: 'password',
  wallet: 'wallet',
  passkey: 'passkey',
  ...Provider.enum,
};

/**
 * The last step of every sign-in. @returns the next path; `backend.tokens_refused`; `backend.unavailable` if the session could not be
 * recorded. Both end it. Throws SessionTooLarge if it doesn't fit into cookies.
 */
export async function finishSignIn(
  session: Session,
  method: SignInMethod,
  next: string | undefined,
): Promise<Result<{ redirectTo: string }>> {
  const recorded = await recordSession(session, method);
  return recorded.ok ? setSignedInSession(session, method, next) : recorded;
}

/** Starts a recorded session, or keeps it waiting for its second factor. Throws as `finishSignIn`. */
export async function setSignedInSession(
  session: Session,
  method: SignInMethod,
  next: string | undefined,
): Promise<{ ok: true; redirectTo: string }> {
  if (!requiresMfa(session.user.factors)) return completeSignIn(session, method, next);
  await startPendingMfa(session, method, next);
  return { ok: true, redirectTo: secondFactorPath };
}

/** Starts a recorded session, and ends the previous one of this request's sealed cookie. Throws as `finishSignIn`. */
export async function completeSignIn(
  session: Session,
  method: SignInMethod,
  next: string | undefined,
  secondStep?: SecondStep,
): Promise<{ ok: true; redirectTo: string }> {
  const userId = session.user.id;
  const { session_id: sessionId, aal } = decodeJwt<{ session_id: string; aal: Acting['aal'] }>(
    session.access_token,
  );
  const before = await readViewer();
  if (before.signedIn && before.viewer.sessionId !== sessionId) await signOut('local');
  await startSession(session);
  // Read before this browser is remembered: the event says whether the account knew it.
  const isKnown = (await recallKnownBrowser(userId)) !== null;
  const steps = { method, ...(secondStep && { second_step: secondStep }) };
  await recordSignIn({ id: userId, sessionId, aal }, isKnown, steps);
  // Remembered only after the last step, so that a password alone buys no new attempts at the second factor.
  await rememberKnownBrowser(namesOf(session.user));
  await rememberLastMethod(lastMethods[method]);
  await emailCookie.clear();
  return { ok: true, redirectTo: safeRedirect(next) };
}

function namesOf({ id, email }: User): string[] {
  return email ? [email, id] : [id];
}

/** A session that waits for its second factor. Sealed under this name, so that it never counts as signed in, even renamed. */
const cookieName = () => ownCookieName('pending-mfa');

/** Long enough to find a phone or a printed code. */
const lifeInSeconds = 10 * 60;

const MfaStep = z.object({
  /** As `record_session` takes it. Not sealed: a forged one affects only its own browser. */
  way: z.custom<SignInMethod>((value) => typeof value === 'string' && /^[a-z]{1,20}$/.test(value)),
  next: z.string().max(2000).optional(),
  beganAt: z.number(),
});

const step = stepCookie({ name: 'mfa-step', schema: MfaStep, lifeInSeconds });

export type PendingMfa = {
  session: StoredSession;
  method: SignInMethod;
  next: string | undefined;
  email: string;
};

/** Throws SessionTooLarge if the session doesn't fit into cookies. */
export async function startPendingMfa(
  session: Session,
  method: SignInMethod,
  next: string | undefined,
): Promise<void> {
  await startSession(session, { name: cookieName(), maxAge: lifeInSeconds });
  await step.write({ way: method, next, beganAt: Math.floor(Date.now() / 1000) });
}

/** @returns null without one, or after ten minutes. */
export async function readPendingMfa(): Promise<PendingMfa | null> {
  const pending = await step.read();
  const session = await readSessionCookie((await cookies()).getAll(), cookieName());
  if (!pending || !session || Date.now() / 1000 - pending.beganAt > lifeInSeconds) return null;
  // The token comes from Auth, in a cookie that only this server can seal.
  const { email } = decodeJwt(session.access_token);
  return { session, method: pending.way, next: pending.next, email: typeof email === 'string' ? email : '' };
}

export async function forgetPendingMfa(): Promise<void> {
  const store = await cookies();
  const none = { name: cookieName(), maxAge: 0 };
  for (const { name, value, options } of writeSessionCookie(null, store.getAll(), none))
    store.set(name, value, options);
  await step.clear();
}
