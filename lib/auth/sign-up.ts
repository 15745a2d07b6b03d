import 'server-only';
import { environment } from '../env.ts';
import { type Failure, fail } from '../result.ts';
import { callFunction } from '../supabase/call-function.ts';
import { failFromAuth } from '../supabase/error-codes.ts';
import { createAnonymousSupabase, startSession } from '../supabase/server.ts';
import { answerAtFloor } from './answer-at-floor.ts';
import { signInFloor } from './answer-floor.ts';
import { finishConfirmation } from './first-confirmation.ts';
import { mailPauseLeft, startMailPause } from './mail-pause.ts';
import { safeRedirect } from './safe-redirect.ts';
import { signOut } from './sign-out.ts';
import { forgetSignUp, readSignUp, rememberSignUp } from './sign-up-step.ts';
import { readViewer } from './viewer.ts';

/** Where the code is entered, and the link asked for again. */
export const confirmPath = '/auth/confirm';

type SignUp = { email: string; password: string; next?: string | undefined };

/**
 * Creates an account and has the confirmation mail sent. An e-mail that already has an account gets the same
 * answer at the same time, and no mail.
 * @returns where to go on to: the step that asks for the code, or the site itself in a project that asks for none.
 */
export async function signUp({
  email,
  password,
  next,
}: SignUp): Promise<{ ok: true; redirectTo: string } | Failure> {
  const known = await callFunction<boolean>('email_has_account', { p_email: email });
  if (!known.ok) return known;
  const answer = await answerAtFloor(
    createAnonymousSupabase().auth.signUp({
      email,
      password,
      options: { emailRedirectTo: environment().siteUrl + safeRedirect(next) },
    }),
  );
  if (answer?.error) return failFromAuth(answer.error);
  if (answer?.data.session) {
    await startSession(answer.data.session);
    return { ok: true, redirectTo: safeRedirect(next) };
  }
  await startMailPause();
  const createdUserId = known.rows ? undefined : answer?.data.user?.id;
  await rememberSignUp({ email, next, createdUserId });
  return { ok: true, redirectTo: confirmPath };
}

/**
 * Sends the confirmation mail again.
 * @returns the same for an e-mail that has no account or is confirmed; how long to wait when this browser asked a
 * moment ago.
 */
export async function resendConfirmation(
  email: string,
  next: string | undefined,
): Promise<{ ok: true } | Failure> {
  const retryAfterSeconds = await mailPauseLeft();
  if (retryAfterSeconds > 0) return fail('auth.mail_too_soon', { retryAfterSeconds });
  const answer = await answerAtFloor(
    createAnonymousSupabase().auth.resend({
      type: 'signup',
      email,
      options: { emailRedirectTo: environment().siteUrl + safeRedirect(next) },
    }),
  );
  if (answer?.error) return failFromAuth(answer.error);
  await startMailPause();
  const step = await readSignUp();
  if (step?.email !== email) await rememberSignUp({ email, next });
  return { ok: true };
}

/**
 * Confirms the e-mail with the code from the mail, and signs in. A wrong code and an e-mail without an account fail
 * the same, no sooner than the floor.
 */
export async function confirmWithCode(
  email: string,
  code: string,
  next: string | undefined,
): Promise<{ ok: true; redirectTo: string } | Failure> {
  const floor = signInFloor();
  const supabase = createAnonymousSupabase();
  const { data, error } = await supabase.auth.verifyOtp({ email, token: code, type: 'email' });
  if (data.session && data.user) {
    const before = await readViewer();
    if (before.signedIn && before.viewer.id !== data.user.id) await signOut('local');
    await startSession(data.session);
    const redirectTo = await finishConfirmation(supabase, data.user, next);
    await forgetSignUp();
    return { ok: true, redirectTo };
  }
  await floor;
  const failure = error ? failFromAuth(error) : fail('auth.code_wrong');
  return failure.code === 'auth.link_invalid' ? fail('auth.code_wrong') : failure;
}
