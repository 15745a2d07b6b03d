import 'server-only';
import { randomBytes } from 'node:crypto';
import {
  frameSignIn,
  type PreparedStatement,
  prepareStatement,
  writeSignInStatement,
} from 'countersign/proof/statement';
import { readAddress } from 'countersign/proof/verify';
import { environment } from '../../env.ts';
import { browserCookie } from '../../http/own-cookie.ts';
import { challengeLifeInSeconds } from '../../proofs/issue-challenge.ts';
import { consumeAttempt } from '../../rate-limit/consume.ts';
import { readSubject } from '../../rate-limit/read-subject.ts';
import { fail, type Result } from '../../result.ts';
import { callFunction } from '../../supabase/call-function.ts';
import { readSwitchedOff } from '../../supabase/settings.ts';
import type { SignInStatementRequest } from '../../wallets/wallet-schemas.ts';
import { areWalletAccountsOpen } from './solana-accounts.ts';

/** Binds a statement to the browser that requested it. Lives as long as twelve statements. */
export const walletBrowser = browserCookie('wallet-sign-in', { lifeInSeconds: 60 * 60, sameSite: 'lax' });

export type SignInStatement = PreparedStatement & { id: string };

/** @returns alike with or without an account; `wallet.address_invalid`, `auth.too_many_attempts`, `backend.unavailable`. */
export async function issueSignInStatement({
  address,
  method,
}: SignInStatementRequest): Promise<Result<{ challenge: SignInStatement }>> {
  const key = readAddress(address);
  if (!key.ok) return fail('wallet.address_invalid');
  const taken = await consumeAttempt('wallet_sign_in', await readSubject(address));
  if (!taken.ok) return taken;

  const { siteUrl, chain } = environment();
  // Auth creates accounts by a signed message, not by a transaction.
  const { isSignUpClosed } = await readSwitchedOff();
  const opensAccount = method !== 'memo' && !isSignUpClosed && (await areWalletAccountsOpen());
  const issuedAt = new Date();
  const fields = frameSignIn(writeSignInStatement({ origin: siteUrl, opensAccount }), {
    origin: siteUrl,
    address,
    chain,
    nonce: randomBytes(16).toString('hex'),
    issuedAt,
    expiresAt: new Date(issuedAt.getTime() + challengeLifeInSeconds * 1000),
  });
  const prepared = prepareStatement({ fields, method, publicKey: key.publicKey });
  const issued = await callFunction('issue_sign_in_challenge', {
    p_browser_hash: await walletBrowser.readOrCreate(),
    p_method: method,
    p_chain: chain,
    p_address: address,
    p_origin: siteUrl,
    p_nonce: fields.nonce,
    p_message: prepared.message,
    p_expires_in_seconds: challengeLifeInSeconds,
  });
  return issued.ok ? { ok: true, challenge: { id: issued.rows, ...prepared } } : issued;
}
