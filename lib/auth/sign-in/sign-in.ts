import 'server-only';
import { after } from 'next/server';
import { recordRefusedSignIn } from '../../activity/record-event.ts';
import { forgetAttempts, takeAttempt } from '../../rate-limit/consume.ts';
import { readAttempter } from '../../rate-limit/read-subject.ts';
import type { Failure } from '../../result.ts';
import { failFromAuth } from '../../supabase/error-codes.ts';
import { createAnonymousSupabase } from '../../supabase/server.ts';
import { signInFloor } from '../flow/minimum-time.ts';
import { finishSignIn } from './finish-sign-in.ts';

type PasswordSignIn = { email: string; password: string; next?: string | undefined };

/**
 * Signs in with a password and sets the session cookies. Attempts are counted first, for an e-mail without an account
 * too.
 * @returns where to go on to; or a failure no sooner than the floor, the same one for an unknown e-mail and a wrong
 * password; or `auth.too_many_attempts`.
 */
export async function signInWithPassword({
  email,
  password,
  next,
}: PasswordSignIn): Promise<{ ok: true; redirectTo: string } | Failure> {
  const attempter = await readAttempter(email);
  const taken = await takeAttempt('sign_in', attempter);
  if (!taken.ok) return taken;
  const floor = signInFloor();
  const { data, error } = await createAnonymousSupabase().auth.signInWithPassword({ email, password });
  if (!error) {
    after(() => forgetAttempts('sign_in', attempter));
    return finishSignIn(data.session, 'password', next);
  }
  if (error.code === 'invalid_credentials') await recordRefusedSignIn(email, 'password');
  await floor;
  return failFromAuth(error);
}
