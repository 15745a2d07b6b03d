import 'server-only';
import { recordActivity } from '../../activity/activity.ts';
import { forgetEmailChange } from '../../mail/redeem-mail-token.ts';
import { requestEmail } from '../../mail/request-email.ts';
import { consumeAttempt } from '../../rate-limit/consume.ts';
import { readSubject } from '../../rate-limit/read-subject.ts';
import { fail, type Result } from '../../result.ts';
import { createSupabase, readAccessToken } from '../../session/request-session.ts';
import { endOtherSessions } from '../../session/sign-out.ts';
import type { Viewer } from '../../session/viewer.ts';
import { callAuthUnmapped } from '../../supabase/call-auth.ts';
import { callFunction } from '../../supabase/call-function.ts';
import { failFromAuth } from '../../supabase/error-codes.ts';
import { requireRecentAuth } from '../step-up/require-recent-auth.ts';
import { changeKnownMethod } from './known-methods.ts';

/** Sets the password of the viewer's account. Auth ends every other session and any pending email change. */
export async function setPassword(viewer: Viewer, password: string, code?: string): Promise<Result> {
  const supabase = await createSupabase();
  const changed = await changeKnownMethod(viewer.id, { kind: 'password', reference: '' }, async () => {
    const { error } = await supabase.auth.updateUser({ password, ...(code && { nonce: code }) });
    return error ? failFromAuth(error) : { ok: true };
  });
  if (!changed.ok) return changed;
  await forgetEmailChange(viewer.id);
  await recordActivity(viewer.id, { kind: 'password_changed' });
  const ended = await endOtherSessions(viewer, 'password_changed');
  if (!ended.ok) return ended;
  // An attacker whom the new password locks out may hold a statement that isn't signed yet.
  const discarded = await callFunction('discard_challenges', { p_user_id: viewer.id });
  return discarded.ok ? { ok: true } : discarded;
}

/** @param code emailed; Auth requires it in sessions older than a day. @returns `account.code_needed` once sent; `auth.too_many_attempts`. */
export async function changePassword(password: string, code: string | undefined): Promise<Result> {
  const acting = await requireRecentAuth();
  if (!acting.ok) return acting;
  if (!acting.viewer.email) return fail('account.email_missing');
  const set = await setPassword(acting.viewer, password, code);
  if (set.ok || set.code !== 'account.code_needed') return set;
  // Emails count against the site's total, so this limit for one account is below Auth's.
  const taken = await consumeAttempt('send_mail', await readSubject(acting.viewer.id));
  if (!taken.ok) return taken;
  const accessToken = await readAccessToken();
  const asked = await requestEmail(
    { mail: 'reauthentication', to: acting.viewer.id, userId: acting.viewer.id },
    () => callAuthUnmapped({ method: 'GET', path: '/reauthenticate', accessToken }),
  );
  return asked.ok ? set : asked;
}
