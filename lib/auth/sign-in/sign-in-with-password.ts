import 'server-only';
import { after } from 'next/server';
import { recordRefusedSignIn } from '../../activity/activity.ts';
import type { MailRequest } from '../../forms/auth-schemas.ts';
import { signInMinimumTime } from '../../http/minimum-time.ts';
import { consumeAttempt, resetAttempts } from '../../rate-limit/consume.ts';
import { readSubject } from '../../rate-limit/read-subject.ts';
import type { Result } from '../../result.ts';
import { failFromAuth } from '../../supabase/error-codes.ts';
import { createAnonymousSupabase } from '../../supabase/server.ts';
import { readCaptcha } from '../../supabase/settings.ts';
import { finishSignIn } from './finish-sign-in.ts';

/** Counts attempts first. An unknown email and a wrong password count and fail alike, after the minimum time, or `auth.too_many_attempts`. */
export async function signInWithPassword({
  email,
  password,
  next,
  captcha_token,
}: MailRequest & { password: string }): Promise<Result<{ redirectTo: string }>> {
  const asked = readCaptcha(captcha_token);
  if (!asked.ok) return asked;
  const limitSubject = await readSubject(email);
  const taken = await consumeAttempt('sign_in', limitSubject);
  if (!taken.ok) return taken;
  const floor = signInMinimumTime();
  const { data, error } = await createAnonymousSupabase().auth.signInWithPassword({
    email,
    password,
    options: asked.captcha,
  });
  if (!error) {
    after(() => resetAttempts('sign_in', limitSubject));
    return finishSignIn(data.session, 'password', next);
  }
  if (error.code === 'invalid_credentials') await recordRefusedSignIn(email, 'password');
  await floor;
  return failFromAuth(error);
}
