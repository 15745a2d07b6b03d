import 'server-only';
import type { Session } from '@supabase/supabase-js';
import { decodeJwt } from 'jose';
import { cookies } from 'next/headers';
import { z } from 'zod';
import { ownCookieName } from '../../http/cookie-options.ts';
import {
  checkCookieBudget,
  readSessionCookie,
  type StoredSession,
  writeSessionCookie,
} from '../../session/cookies.ts';
import type { SignInMethod } from '../../session/sign-in-method.ts';
import { stepCookie } from '../../session/step-cookie.ts';

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
  const store = await cookies();
  const now = Math.floor(Date.now() / 1000);
  const stored = { ...session, expires_at: session.expires_at ?? now + session.expires_in };
  const kept = { name: cookieName(), maxAge: lifeInSeconds };
  const changed = writeSessionCookie(stored, store.getAll(), kept);
  checkCookieBudget(changed, session.access_token);
  for (const { name, value, options } of changed) store.set(name, value, options);
  await step.write({ way: method, next, beganAt: now });
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
