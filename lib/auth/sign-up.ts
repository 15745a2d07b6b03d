import 'server-only';
import { environment } from '../env.ts';
import { type Failure, fail } from '../result.ts';
import { failFromAuth } from '../supabase/error-codes.ts';
import { createAnonymousSupabase, createSupabase, startSession } from '../supabase/server.ts';
import { answerFloor } from './answer-floor.ts';
import { mailPauseLeft, startMailPause } from './mail-pause.ts';
import { safeRedirect } from './safe-redirect.ts';

type SignUp = { email: string; password: string; next?: string | undefined };

/**
 * Creates an account and has the confirmation mail sent. An e-mail that already has an account gets the same
 * answer, no sooner than the floor, and no mail.
 * @returns signedIn only in a project that asks for no confirmation.
 */
export async function signUp({
  email,
  password,
  next,
}: SignUp): Promise<{ ok: true; signedIn: boolean } | Failure> {
  const floor = answerFloor();
  const { data, error } = await createAnonymousSupabase().auth.signUp({
    email,
    password,
    options: { emailRedirectTo: environment().siteUrl + safeRedirect(next) },
  });
  await floor;
  // Only a project without confirmations says this: there it is no secret that an account exists.
  if (error?.code === 'user_already_exists') return { ok: true, signedIn: false };
  // A second try within the mail's pause is answered like the first: the mail is on its way.
  if (error && error.code !== 'over_email_send_rate_limit') return failFromAuth(error);
  await startMailPause();
  if (data.session) await startSession(data.session);
  return { ok: true, signedIn: data.session !== null };
}

/**
 * Confirms the e-mail with the code from the mail, and signs in. A wrong code and an e-mail without an account fail
 * the same, no sooner than the floor.
 */
export async function confirmWithCode(email: string, code: string): Promise<{ ok: true } | Failure> {
  const floor = answerFloor();
  const supabase = await createSupabase();
  const { error } = await supabase.auth.verifyOtp({ email, token: code, type: 'email' });
  if (!error) return { ok: true };
  await floor;
  const failure = failFromAuth(error);
  return failure.code === 'auth.link_invalid' ? fail('auth.code_wrong') : failure;
}

/**
 * Sends the confirmation mail again.
 * @returns the same, no sooner than the floor, for an e-mail that has no account or is confirmed; how long to wait
 * when this browser asked a moment ago.
 */
export async function resendConfirmation(
  email: string,
  next: string | undefined,
): Promise<{ ok: true } | Failure> {
  const floor = answerFloor();
  const retryAfterSeconds = await mailPauseLeft();
  if (retryAfterSeconds > 0) return fail('auth.mail_too_soon', { retryAfterSeconds });
  const { error } = await createAnonymousSupabase().auth.resend({
    type: 'signup',
    email,
    options: { emailRedirectTo: environment().siteUrl + safeRedirect(next) },
  });
  await floor;
  if (error && error.code !== 'over_email_send_rate_limit') return failFromAuth(error);
  await startMailPause();
  return { ok: true };
}
