import 'server-only';
import { rememberAskedMail } from '../../limits/asked-mail.ts';
import { readAttempter } from '../../limits/read-attempter.ts';
import { takeAttempt } from '../../limits/take-attempt.ts';
import { type Failure, fail } from '../../result.ts';
import { createAnonymousSupabase } from '../../supabase/server.ts';
import { askForMail } from '../mail/ask-for-mail.ts';
import { countMail } from '../mail/count-mail.ts';
import { mailPauseLeft, startMailPause } from '../mail/mail-pause.ts';
import { actLive } from '../session/act-live.ts';
import { withNext } from '../sign-in/with-next.ts';

/**
 * Mails the viewer a code to confirm with.
 * @returns where it is asked for; `auth.mail_too_soon` or `auth.too_many_attempts` with how long to wait;
 * `auth.signed_out`.
 */
export async function mailPresenceCode({
  next,
}: {
  next?: string | undefined;
}): Promise<{ ok: true; redirectTo: string } | Failure> {
  const acting = await actLive();
  if (!acting.ok) return acting;
  const retryAfterSeconds = await mailPauseLeft();
  if (retryAfterSeconds > 0) return fail('auth.mail_too_soon', { retryAfterSeconds });
  const { id, email } = acting.viewer;
  const taken = await takeAttempt('send_mail', await readAttempter(id));
  if (!taken.ok) return taken;
  const asked = await askForMail({ mail: 'code', to: email }, () =>
    countMail({ userId: id }, () =>
      createAnonymousSupabase().auth.signInWithOtp({ email, options: { shouldCreateUser: false } }),
    ),
  );
  if (!asked.ok) return asked;
  await startMailPause();
  await rememberAskedMail(id);
  return { ok: true, redirectTo: withNext('/confirm-access?way=code&sent=1', next) };
}
