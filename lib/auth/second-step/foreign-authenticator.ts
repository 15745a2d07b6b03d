import 'server-only';
import { decodeJwt } from 'jose';
import { z } from 'zod';
import { recordEvent } from '../../activity/record-event.ts';
import { rememberAskedMail } from '../../limits/asked-mail.ts';
import { readAttempter } from '../../limits/read-attempter.ts';
import { forgetAttempts, takeAttempt } from '../../limits/take-attempt.ts';
import { type Failure, fail } from '../../result.ts';
import { callFunction } from '../../supabase/call-function.ts';
import { failFromAuth } from '../../supabase/error-codes.ts';
import { createAnonymousSupabase } from '../../supabase/server.ts';
import { countMail } from '../mail/count-mail.ts';
import { mailPauseLeft, startMailPause } from '../mail/mail-pause.ts';
import { declineSession } from '../session/decline-session.ts';
import { secondFactorPath } from '../sign-in/finish-sign-in.ts';
import { removeAuthenticatorsOf, voidRecoveryCodes } from './factors.ts';
import { finishSecondStep, openSecondStep } from './second-step.ts';
import { readUnfinishedSignIn } from './unfinished-sign-in.ts';

/** Where somebody goes whose authenticator isn't theirs. */
export const removeForeignPath = `${secondFactorPath}?with=password-and-code`;

/** What is asked of somebody who did not set up the authenticator that Auth asks for, beside their way in. */
export type WayPast = { email: string; needsPassword: boolean; needsCode: boolean; foundAt: string | null };

const Described = z
  .object({
    email: z.string(),
    needs_password: z.boolean(),
    needs_code: z.boolean(),
    found_at: z.string().nullable(),
  })
  .transform(
    ({ email, needs_password, needs_code, found_at }): WayPast => ({
      email,
      needsPassword: needs_password,
      needsCode: needs_code,
      foundAt: found_at,
    }),
  )
  .nullable();

type Waiting = { userId: string; sessionId: string; way: WayPast };

/**
 * The way past authenticators that were all set up outside this site, for the sign-in that waits. Where one was set up
 * here there is none, and somebody who has lost it needs a recovery code.
 */
export async function readWayPast(): Promise<({ ok: true } & Waiting) | Failure> {
  const held = await readUnfinishedSignIn();
  if (!held) return fail('factor.step_over');
  // Auth's own token, which this server has sealed since.
  const { sub, session_id } = decodeJwt(held.session.access_token);
  const [userId, sessionId] = [String(sub), String(session_id)];
  const found = await callFunction<unknown>('find_way_past_authenticator', {
    p_user_id: userId,
    p_session_id: sessionId,
  });
  if (!found.ok) return found.code === 'auth.signed_out' ? fail('factor.step_over') : found;
  const way = Described.parse(found.rows);
  return way ? { ok: true, userId, sessionId, way } : fail('auth.second_factor_required');
}

/** Mails the code. @returns where it is asked for; how long to wait when one was sent a moment ago. */
export async function mailWayPastCode(): Promise<{ ok: true; redirectTo: string } | Failure> {
  const waiting = await readWayPast();
  if (!waiting.ok) return waiting;
  if (!waiting.way.needsCode) return fail('auth.second_factor_required');
  const retryAfterSeconds = await mailPauseLeft();
  if (retryAfterSeconds > 0) return fail('auth.mail_too_soon', { retryAfterSeconds });
  const { userId, way } = waiting;
  const taken = await takeAttempt('send_mail', await readAttempter(userId));
  if (!taken.ok) return taken;
  const { error } = await countMail({ userId }, () =>
    createAnonymousSupabase().auth.signInWithOtp({ email: way.email, options: { shouldCreateUser: false } }),
  );
  if (error) return failFromAuth(error);
  await startMailPause();
  await rememberAskedMail(userId);
  return { ok: true, redirectTo: `${removeForeignPath}&sent=1` };
}

/**
 * Removes the authenticators that were set up outside this site and signs in, for somebody who has the password and the
 * mailbox of the account, as far as it has them: each alone may be what was stolen.
 * @returns where to go on to; `presence.password_wrong`, `auth.code_wrong`, `auth.too_many_attempts`, `factor.step_over`;
 * `auth.second_factor_required` where an authenticator of the account was set up here.
 */
export async function removeForeignAuthenticators(given: {
  password?: string | undefined;
  code?: string | undefined;
}): Promise<{ ok: true; redirectTo: string } | Failure> {
  const waiting = await readWayPast();
  if (!waiting.ok) return waiting;
  const step = await openSecondStep();
  if (!step.ok) return step;
  const { userId, sessionId, way } = waiting;
  // The password first: a mistake in it uses no code up.
  for (const check of [
    ...(way.needsPassword ? [() => checkPassword(waiting, given.password ?? '')] : []),
    ...(way.needsCode ? [() => checkCode(waiting, given.code ?? '')] : []),
  ]) {
    const checked = await check();
    if (!checked.ok) return checked;
  }
  const taken = await callFunction<string[]>('take_authenticators_to_remove', {
    p_user_id: userId,
    p_session_id: sessionId,
  });
  if (!taken.ok) return taken;
  const removed = await removeAuthenticatorsOf(userId, taken.rows);
  if (!removed.ok) return removed;
  await recordEvent(userId, { kind: 'factor_removed', details: { name: 'set up outside this site' } });
  const voided = await voidRecoveryCodes(userId);
  if (!voided.ok) return voided;
  return finishSecondStep(step);
}

async function checkPassword({ userId, way }: Waiting, password: string): Promise<{ ok: true } | Failure> {
  const attempter = await readAttempter(userId);
  const taken = await takeAttempt('confirm_presence', attempter);
  if (!taken.ok) return taken;
  const { data, error } = await createAnonymousSupabase().auth.signInWithPassword({
    email: way.email,
    password,
  });
  if (error?.code === 'invalid_credentials') return wrong('password', 'presence.password_wrong');
  if (error) return failFromAuth(error);
  await declineSession(data.session);
  if (data.user.id !== userId) return wrong('password', 'presence.password_wrong');
  await forgetAttempts('confirm_presence', attempter);
  return { ok: true };
}

async function checkCode({ userId, way }: Waiting, code: string): Promise<{ ok: true } | Failure> {
  const attempter = await readAttempter(userId);
  const taken = await takeAttempt('mailed_code', attempter);
  if (!taken.ok) return taken;
  const { data, error } = await createAnonymousSupabase().auth.verifyOtp({
    email: way.email,
    token: code,
    type: 'email',
  });
  if (error?.code === 'otp_expired') return wrong('code', 'auth.code_wrong');
  if (error) return failFromAuth(error);
  if (data.session) await declineSession(data.session);
  if (data.user?.id !== userId) return wrong('code', 'auth.code_wrong');
  await forgetAttempts('mailed_code', attempter);
  return { ok: true };
}

function wrong(field: 'password' | 'code', code: 'presence.password_wrong' | 'auth.code_wrong'): Failure {
  return fail(code, { fields: { [field]: code } });
}
