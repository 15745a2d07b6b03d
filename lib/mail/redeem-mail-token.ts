import 'server-only';
import { hash } from 'node:crypto';
import type { Session, VerifyOtpParams } from '@supabase/supabase-js';
import { logFailure } from '../log/log.ts';
import { keyedHash } from '../rate-limit/keyed-hash.ts';
import { fail, type Result } from '../result.ts';
import { callFunction } from '../supabase/call-function.ts';
import { failFromAuth } from '../supabase/error-codes.ts';
import { createAnonymousSupabase } from '../supabase/server.ts';

type MailToken = VerifyOtpParams & ({ token_hash: string } | { email: string; token: string });

/**
 * Redeems an emailed code or link at Auth, in one request only: Auth may accept concurrent ones. The only place where an email's token
 * becomes a session. Auth then ends every pending email change, so this site does too.
 * @returns null until the other address of a change confirms. `auth.link_invalid` if used, expired, unknown, or of a banned account.
 */
export async function redeemMailToken(token: MailToken): Promise<Result<{ session: Session | null }>> {
  const tokenHash = 'token_hash' in token ? token.token_hash : hashCode(token.email, token.token);
  const key = keyedHash('used mail token', [tokenHash.replace(/^pkce_/, '')]).toString('hex');
  const isFirst = await callFunction('consume_mail_token', { p_token_hash: tokenHash, p_token_key: key });
  if (!isFirst.ok) return isFirst;
  if (!isFirst.rows) return fail('auth.link_invalid');
  const { data, error } = await createAnonymousSupabase().auth.verifyOtp(token);
  if (!error) {
    if (data.session) await forgetEmailChange(data.session.user.id);
    return { ok: true, session: data.session };
  }
  // Auth may be unreachable, or the token may be of another kind of email: a token that Auth hasn't used up works again.
  await callFunction('release_mail_token', { p_token_hash: tokenHash, p_token_key: key });
  return error.code === 'user_banned' ? fail('auth.link_invalid') : failFromAuth(error);
}

/** Auth's own hash of a code and its address. */
export function hashCode(email: string, code: string): string {
  return hash('sha224', email.toLowerCase() + code, 'hex');
}

/** Ends a pending email change here, after Auth has ended it. A failure is only logged. */
export async function forgetEmailChange(userId: string): Promise<void> {
  const forgotten = callFunction('clear_email_change', { p_user_id: userId });
  await logFailure('email.change_not_ended', 'An email change could not be ended', forgotten);
}
