import 'server-only';
import type { Session } from '@supabase/supabase-js';
import { type ProofMethod, proofMethods } from 'countersign/proof/statement';
import { verifyProof } from 'countersign/proof/verify';
import { z } from 'zod';
import { readDevice } from '../../device.ts';
import { logWarning } from '../../log/log.ts';
import { count } from '../../metrics/count.ts';
import {
  checkSignatureNatively,
  describeRefusal,
  dropAppendedSignature,
} from '../../proofs/check-signed-challenge.ts';
import { rememberKnownBrowser } from '../../rate-limit/read-subject.ts';
import { type Failure, fail, type Result } from '../../result.ts';
import { arePasskeysOffered, passkeysOff } from '../../session/offered-passkeys.ts';
import { recordSession } from '../../session/record-session.ts';
import { callFunction } from '../../supabase/call-function.ts';
import { createAdminSupabase } from '../../supabase/server.ts';
import { readCaptcha } from '../../supabase/settings.ts';
import { setAppearance } from '../../wallets/manage-wallet.ts';
import type { WalletSignIn } from '../../wallets/wallet-schemas.ts';
import { secondFactorPath, setSignedInSession } from './finish-sign-in.ts';
import { areWalletAccountsOpen } from './solana-accounts.ts';
import {
  type Captcha,
  decideWalletSignIn,
  dropSession,
  markAsWallets,
  type Opened,
  openByGrant,
  openByLink,
  sessionIdOf,
  type WalletAccount,
} from './solana-sessions.ts';
import { walletBrowser } from './solana-statement.ts';

/**
 * Signs in by a wallet's signature. Uses up this browser's statement, verifies the signature, and only then looks up the account. A
 * wallet without one gets one, and is proven there. @returns `isNewHere`: such a proof names no account, so sharing takes another.
 */
export async function signInWithSolana(
  submission: WalletSignIn,
): Promise<Result<{ redirectTo: string; isNewHere: boolean }>> {
  const asked = readCaptcha(submission.captcha_token);
  if (!asked.ok) return asked;
  const browserHash = await walletBrowser.read();
  if (!browserHash) return fail('proof.challenge_gone');
  const checked = await checkSigned(submission, browserHash);
  if (!checked.ok) return checked;
  const { statement, signedBytes } = checked;

  const account = await findAccount(statement);
  if (!account.ok) return account;
  const decision = decideWalletSignIn(account, {
    method: statement.method,
    opensAccounts: await areWalletAccountsOpen(),
  });
  if (decision.by === 'nothing') return fail(decision.code);
  const proves = decision.by === 'grant' && decision.proves;
  const signed = { submission, browserHash, statement, signedBytes };
  const opened = proves
    ? await openAndProve(decision.userId, signed, asked.captcha)
    : await openAndRecord(decision.userId, () =>
        decision.by === 'link' ? openByLink(decision) : openByGrant(statement, submission, asked.captcha),
      );
  if (!opened.ok) return opened;
  const { session } = opened;
  const marked = await markAsWallets(session, statement.address);
  if (!marked.ok) return marked;
  await rememberKnownBrowser([statement.address]);
  const signedIn = await setSignedInSession(session, 'wallet', submission.next);
  return { ...signedIn, isNewHere: proves && signedIn.redirectTo !== secondFactorPath };
}

/** Opens a session of an account on which this wallet isn't proven, and proves it there. @param found null if Auth creates one now. */
async function openAndProve(found: string | null, signed: Signed, captcha: Captcha): Promise<Opened> {
  const { submission, statement } = signed;
  const settled = await settleAccount(found, statement);
  if (!settled.ok) return settled;
  const { userId } = settled;
  const open = (given: Captcha | 'checked') =>
    openAndRecord(userId, () => openByGrant(statement, submission, given));
  let opened = await open(captcha);
  // Auth has checked the captcha token, which is single-use.
  for (let times = 0; times < mostSettlings && isEndedByOtherTab(opened); times++)
    opened = await open('checked');
  if (!opened.ok) return opened;
  const { session } = opened;
  // Settles again: Auth's own clients may have changed the account since the first time. recordProof reports a wallet proven since.
  const stillSettled = await settleAccount(session.user.id, statement);
  if (!stillSettled.ok && !(userId === null && stillSettled.code === 'proof.challenge_gone'))
    return undo(session, stillSettled, false);
  const recorded = await recordProof(signed, session);
  if (!recorded.ok) return undo(session, recorded, userId === null);
  const [made] = recorded.rows;
  const acting = { id: session.user.id, sessionId: sessionIdOf(session), aal: 'aal1' as const };
  if (made) await setAppearance(acting, made.walletId, submission.appearance);
  return opened;
}

/** Up to two other tabs, each of which settles a new wallet's account twice: before opening its session, and before proving. */
const mostSettlings = 4;

function isEndedByOtherTab(opened: Opened): boolean {
  return !opened.ok && opened.code === 'wallet.ended_by_other_tab';
}

/** @param userId the account that the session must belong to; null if Auth creates one now. */
async function openAndRecord(userId: string | null, open: () => Promise<Opened>): Promise<Opened> {
  const opened = await open();
  if (!opened.ok) return opened;
  const { session } = opened;
  if (userId !== null && userId !== session.user.id) {
    await dropSession(session);
    return fail('wallet.removed_from_account');
  }
  const kept = await recordSession(session, 'wallet');
  return kept.ok ? opened : kept;
}

type Signed = { submission: WalletSignIn; browserHash: string; statement: Statement; signedBytes: string };

type Statement = {
  method: ProofMethod;
  chain: string;
  address: string;
  origin: string;
  message: Uint8Array;
};

async function checkSigned(
  { challengeId, signedBytes, signature }: WalletSignIn,
  browserHash: string,
): Promise<Result<{ statement: Statement; signedBytes: string }>> {
  const consumed = await callFunction('consume_sign_in_challenge', {
    p_id: challengeId,
    p_browser_hash: browserHash,
    p_signed_bytes: dropAppendedSignature(signedBytes, signature),
    p_signature: signature,
  });
  if (!consumed.ok) return consumed;
  const [issued] = consumed.rows;
  if (!issued) {
    count('signatures', { purpose: 'sign_in', method: 'unknown', outcome: 'challenge_gone' });
    return fail('proof.challenge_gone');
  }
  const statement = {
    ...issued,
    method: z.enum(proofMethods).parse(issued.method),
    message: Buffer.from(issued.message, 'base64'),
  };
  const check = verifyProof(
    {
      version: 1,
      ...statement,
      signedBytes: Buffer.from(signedBytes, 'base64'),
      signature: Buffer.from(signature, 'base64'),
    },
    checkSignatureNatively,
  );
  const outcome = check.ok ? 'valid' : check.reason;
  count('signatures', { purpose: 'sign_in', method: statement.method, outcome });
  if (check.ok)
    return { ok: true, statement, signedBytes: Buffer.from(check.signedBytes).toString('base64') };
  logWarning('signature.refused', `A wallet's sign-in by ${statement.method} was refused: ${check.reason}`);
  return fail(describeRefusal(check.reason, statement.method));
}

/**
 * Settles the account that Auth has for an unproven wallet: if only wallets signed in to it here, it keeps nothing but the wallet;
 * else it loses the wallet. @returns null if Auth creates one now; `wallet.opens_other_account`, `proof.challenge_gone`.
 */
async function settleAccount(
  userId: string | null,
  { address }: Statement,
): Promise<Result<{ userId: string | null }>> {
  if (userId === null) return { ok: true, userId };
  const settled = await callFunction(
    'claim_wallet_account',
    { p_user_id: userId, p_address: address },
    // An account that loses its wallet must keep a sign-in method.
    (await arePasskeysOffered()) ? {} : passkeysOff,
  );
  if (!settled.ok) return settled;
  return { ok: true, userId: settled.rows === 'claimed' ? userId : null };
}

async function findAccount({ chain, address }: Statement): Promise<Result<WalletAccount>> {
  const found = await callFunction('find_wallet_account', {
    p_chain: chain,
    p_address: address,
  });
  if (!found.ok) return found;
  const [account]: WalletAccount[] = found.rows;
  if (!account) throw new Error('find_wallet_account returned no row');
  return { ok: true, ...account };
}

async function recordProof({ submission, browserHash, signedBytes }: Signed, session: Session) {
  return callFunction('record_wallet_sign_in', {
    p_id: submission.challengeId,
    p_browser_hash: browserHash,
    p_user_id: session.user.id,
    p_session_id: sessionIdOf(session),
    p_signed_bytes: signedBytes,
    p_signature: submission.signature,
    p_device: await readDevice(),
  });
}

/** Ends the session if its wallet isn't proven. Deletes a new account whose wallet another account has proven: it would have two. */
async function undo(session: Session, failure: Failure, isNew: boolean): Promise<Failure> {
  await dropSession(session);
  if (isNew && !session.user.email && failure.code === 'wallet.proven_elsewhere') {
    await createAdminSupabase().auth.admin.deleteUser(session.user.id);
  }
  return failure.code === 'wallet.proven_elsewhere' ? fail('proof.challenge_gone') : failure;
}
