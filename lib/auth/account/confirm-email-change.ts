import 'server-only';
import type { VerifyOtpParams } from '@supabase/supabase-js';
import { recordEvent } from '../../activity/record-event.ts';
import { readAttempter } from '../../limits/read-attempter.ts';
import { takeAttempt } from '../../limits/take-attempt.ts';
import { type Failure, fail } from '../../result.ts';
import { callFunction } from '../../supabase/call-function.ts';
import { failFromAuth } from '../../supabase/error-codes.ts';
import { createAnonymousSupabase } from '../../supabase/server.ts';
import { actLive } from '../session/act-live.ts';
import { declineSession } from '../session/decline-session.ts';
import { renewSession } from '../session/renew-session.ts';
import { readViewer } from '../session/viewer.ts';
import { readWaysIn } from './ways-in.ts';

type Confirmed = { ok: true; redirectTo: string } | Failure;

/**
 * Counts one address's yes to a change of e-mail, by the link in its mail; with the second the e-mail is changed and
 * every other session of the account ends. It signs nobody in.
 * @returns where to go on to, which says how far the change is.
 */
export function confirmEmailChange(tokenHash: string): Promise<Confirmed> {
  return agree({ token_hash: tokenHash, type: 'email_change' });
}

/** The same by a code, which may be that of either address, on the account page. */
export async function confirmEmailChangeByCode(code: string): Promise<Confirmed> {
  const acting = await actLive();
  if (!acting.ok) return acting;
  const taken = await takeAttempt('mailed_code', await readAttempter(acting.viewer.id));
  if (!taken.ok) return taken;
  const read = await readWaysIn(acting.viewer);
  if (!read.ok) return read;
  const { email, emailChange } = read.ways;
  const waiting = [
    ...(emailChange?.waitsForNew ? [emailChange.to] : []),
    ...(emailChange?.waitsForOld ? [email] : []),
  ];
  for (const address of waiting) {
    const agreed = await agree({ email: address, token: code, type: 'email_change' });
    if (agreed.ok || agreed.code !== 'auth.link_invalid') return agreed;
  }
  return fail('auth.code_wrong', { fields: { code: 'auth.code_wrong' } });
}

async function agree(token: VerifyOtpParams): Promise<Confirmed> {
  const { data, error } = await createAnonymousSupabase().auth.verifyOtp(token);
  if (error?.code === 'user_banned') return fail('auth.link_invalid');
  if (error) return failFromAuth(error);
  if (!data.session) return { ok: true, redirectTo: '/auth/confirm?notice=one-agreed' };
  // Auth hands out a session with the second yes. Whoever reads a mailbox has not signed in by that.
  await declineSession(data.session);
  const check = await readViewer();
  const own = check.signedIn && check.viewer.id === data.session.user.id ? check.viewer : null;
  // Known in this account's own browser. Elsewhere the old address has agreed, and knows it by that.
  const details = own?.email ? { also_to: own.email } : {};
  await recordEvent(data.session.user.id, { kind: 'email_changed', details });
  // The e-mail is changed whatever comes of this: somebody may be kept out by it.
  const ended = await callFunction('end_sessions_of_old_email', {
    p_user_id: data.session.user.id,
    p_keep: own?.sessionId ?? null,
  });
  if (!ended.ok) console.error(`Sessions could not be ended after a change of e-mail: ${ended.code}`);
  if (!own) return { ok: true, redirectTo: '/auth/confirm?notice=email-changed' };
  await renewSession();
  return { ok: true, redirectTo: '/account?notice=email-changed' };
}
