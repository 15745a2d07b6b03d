import 'server-only';
import type { AuthError, Session } from '@supabase/supabase-js';
import type { ProofMethod } from 'countersign/proof/statement';
import { decodeJwt } from 'jose';
import type { ErrorCode } from '../../errors.ts';
import { logWarning } from '../../log/log.ts';
import { redeemMailToken } from '../../mail/redeem-mail-token.ts';
import { type Failure, fail, type Result } from '../../result.ts';
import { endSession } from '../../session/sign-out.ts';
import { callFunction } from '../../supabase/call-function.ts';
import { failFromAuth, isUncheckedCaptcha } from '../../supabase/error-codes.ts';
import {
  createAdminSupabase,
  createAnonymousSupabase,
  createSupabaseWithoutCaptcha,
} from '../../supabase/server.ts';
import { noteWalletAccountsClosed } from './solana-accounts.ts';

export type Opened = Result<{ session: Session }>;

/** Opens a session of an account with an email, by a link that is created and redeemed here and never emailed. */
export async function openByLink({ userId, email }: { userId: string; email: string }): Promise<Opened> {
  const admin = createAdminSupabase().auth.admin;
  const made = await admin.generateLink({ type: 'magiclink', email });
  if (made.error) return refuse(made.error);
  const { properties, user } = made.data;
  if (user.id !== userId) {
    // The address has just moved to another account, or to none: Auth has then created an account for it.
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

export type Captcha = { captchaToken?: string };

/** Opens a session by Auth's web3 grant. @param signature base64. @param captcha 'checked' if Auth has accepted its token already. */
export async function openByGrant(
  { message }: { message: Uint8Array },
  { signature }: { signature: string },
  captcha: Captcha | 'checked',
): Promise<Opened> {
  const grant = (given: typeof captcha) =>
    (given === 'checked' ? createSupabaseWithoutCaptcha() : createAnonymousSupabase()).auth.signInWithWeb3({
      chain: 'solana',
      message: new TextDecoder().decode(message),
      signature: Buffer.from(signature, 'base64'),
      ...(given !== 'checked' && { options: given }),
    });
  const first = await grant(captcha);
  // Another tab has just created the wallet's account, and Auth adds an identity once. A second try finds it.
  const { data, error } =
    first.error?.status === 500 && !isUncheckedCaptcha(first.error) ? await grant('checked') : first;
  if (!error) return { ok: true, session: data.session };
  if (error.code === 'web3_provider_disabled') {
    noteWalletAccountsClosed();
    return fail('wallet.accounts_off');
  }
  if (error.code === 'captcha_failed' || isUncheckedCaptcha(error)) return refuse(error);
  // Auth accepts only one of the formats in which wallets wrap a message. Its error messages are fixed, so safe to log.
  if (error.status === 400) {
    logWarning('signature.refused_by_auth', `Auth refused a signed statement: ${error.message}`);
    return fail('wallet.account_by_email_first');
  }
  return refuse(error);
}

/** Records which wallet opened a session, before a client gets it, so that it ends with the wallet. Ends it now if that fails. */
export async function markAsWallets(session: Session, address: string): Promise<Result> {
  const marked = await callFunction('mark_wallet_session', {
    p_user_id: session.user.id,
    p_session_id: sessionIdOf(session),
    p_address: address,
  });
  if (!marked.ok) await dropSession(session);
  return marked.ok ? { ok: true } : marked;
}

/** Ends a session that no client has. If that fails, its tokens are lost. */
export async function dropSession(session: Session): Promise<void> {
  const sessionId = sessionIdOf(session);
  await endSession({ id: session.user.id, sessionId, aal: 'aal1' }, sessionId);
}

export function sessionIdOf(session: Session): string {
  return String(decodeJwt(session.access_token).session_id);
}

function refuse(error: AuthError): Failure {
  return error.code === 'user_banned' ? fail('wallet.sign_in_closed') : failFromAuth(error);
}

export type WalletAccount = {
  provenBy: string | null;
  provenByEmail: string | null;
  /** The account with Auth's identity `web3:solana:<address>`. */
  identityOf: string | null;
  /** Whether the wallet was proven on that account and removed. */
  wasRemoved: boolean;
};

type WalletSignInDecision =
  /** Signs in to the account that it is proven on, by a link that the server creates for its email. */
  | { by: 'link'; userId: string; email: string }
  | { by: 'grant'; userId: string; proves: boolean }
  | { by: 'grant'; userId: null; proves: true }
  | { by: 'nothing'; code: ErrorCode };

/**
 * Picks the account with the wallet's live proof, else the account with Auth's identity. So a wallet has at most one account, and never
 * opens an account that it left (docs/decisions/023-sign-in-with-a-wallet.md). @param opensAccounts whether the project lets wallets create accounts.
 */
export function decideWalletSignIn(
  { provenBy, provenByEmail, identityOf, wasRemoved }: WalletAccount,
  { method, opensAccounts }: { method: ProofMethod; opensAccounts: boolean },
): WalletSignInDecision {
  if (provenBy !== null && provenByEmail !== null) {
    return { by: 'link', userId: provenBy, email: provenByEmail };
  }
  if (provenBy !== null && provenBy !== identityOf) return { by: 'nothing', code: 'wallet.needs_email' };
  if (provenBy === null && wasRemoved) return { by: 'nothing', code: 'wallet.removed_from_account' };
  // Only the grant is left, which takes a signed message and no transaction.
  if (method === 'memo') {
    return { by: 'nothing', code: provenBy ? 'wallet.needs_email' : 'wallet.account_by_email_first' };
  }
  if (!opensAccounts) return { by: 'nothing', code: 'wallet.accounts_off' };
  if (identityOf === null) return { by: 'grant', userId: null, proves: true };
  return { by: 'grant', userId: identityOf, proves: provenBy === null };
}
