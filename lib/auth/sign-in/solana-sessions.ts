import 'server-only';
import type { AuthError, Session } from '@supabase/supabase-js';
import { decodeJwt } from 'jose';
import { logWarning } from '../../log/log.ts';
import { type Failure, fail, type Result } from '../../result.ts';
import { endSession } from '../../session/end-session.ts';
import { callFunction } from '../../supabase/call-function.ts';
import { failFromAuth, isUncheckedCaptcha } from '../../supabase/error-codes.ts';
import {
  createAdminSupabase,
  createAnonymousSupabase,
  createUnaskedSupabase,
} from '../../supabase/server.ts';
import { redeemMailToken } from '../mail/redeem-mail-token.ts';
import { noteWalletAccountsClosed } from './solana-accounts.ts';

export type Opened = Result<{ session: Session }>;

/** A session of an account with an e-mail, by a link that is made and used here and never mailed. */
export async function openByLink({ userId, email }: { userId: string; email: string }): Promise<Opened> {
  const admin = createAdminSupabase().auth.admin;
  const made = await admin.generateLink({ type: 'magiclink', email });
  if (made.error) return refuse(made.error);
  const { properties, user } = made.data;
  if (user.id !== userId) {
    // The address went to someone else just now, or to nobody: then Auth has begun an account for it.
    if (properties.verification_type === 'signup') await admin.deleteUser(user.id);
    return fail('backend.unavailable');
  }
  const used = await redeemMailToken({ token_hash: properties.hashed_token, type: 'magiclink' });
  if (!used.ok) {
    const isBanned = used.code === 'auth.link_invalid' && user.banned_until;
    return isBanned ? fail('wallet.sign_in_closed') : used;
  }
  const { session } = used;
  if (!session || session.user.id !== userId) throw new Error('A link opened no session of its account');
  return { ok: true, session };
}

/**
 * A session by Auth's web3 grant, of the account that the wallet created or creates now.
 * @param message the statement as it was issued. @param signature base64.
 */
export async function openByGrant({
  message,
  signature,
  captcha,
}: {
  message: Uint8Array;
  signature: string;
  captcha: { captchaToken?: string } | 'checked';
}): Promise<Opened> {
  const grant = (given: typeof captcha) =>
    (given === 'checked' ? createUnaskedSupabase() : createAnonymousSupabase()).auth.signInWithWeb3({
      chain: 'solana',
      message: new TextDecoder().decode(message),
      signature: Buffer.from(signature, 'base64'),
      ...(given !== 'checked' && { options: given }),
    });
  const first = await grant(captcha);
  // Another tab has had the wallet's account made at the same moment, and Auth adds an identity once. Now it is there.
  const { data, error } =
    first.error?.status === 500 && !isUncheckedCaptcha(first.error) ? await grant('checked') : first;
  if (!error) return { ok: true, session: data.session };
  if (error.code === 'web3_provider_disabled') {
    noteWalletAccountsClosed();
    return fail('wallet.accounts_off');
  }
  if (error.code === 'captcha_failed' || isUncheckedCaptcha(error)) return refuse(error);
  // Auth knows one of the frames that wallets put around a message. Its words are fixed sentences.
  if (error.status === 400) {
    logWarning('signature.refused_by_auth', `Auth refused a signed statement: ${error.message}`);
    return fail('wallet.account_by_email_first');
  }
  return refuse(error);
}

/**
 * Records which wallet began a session, before anyone gets it, so that it ends when the wallet leaves. A session that
 * can't be recorded is ended.
 */
export async function markAsWallets(session: Session, address: string): Promise<Result> {
  const marked = await callFunction('mark_wallet_session', {
    p_user_id: session.user.id,
    p_session_id: sessionIdOf(session),
    p_address: address,
  });
  if (!marked.ok) await dropSession(session);
  return marked.ok ? { ok: true } : marked;
}

/** Ends a session that nobody has been given. If that fails, nobody knows its tokens. */
export async function dropSession(session: Session): Promise<void> {
  const sessionId = sessionIdOf(session);
  await endSession({ id: session.user.id, sessionId, aal: 'aal1' }, sessionId);
}

export function sessionIdOf(session: Session): string {
  return String(decodeJwt(session.access_token).session_id);
}

/** A ban concerns only the account, so the answer doesn't reveal it. */
function refuse(error: AuthError): Failure {
  return error.code === 'user_banned' ? fail('wallet.sign_in_closed') : failFromAuth(error);
}
