import 'server-only';
import { safeRedirect } from '../../http/safe-redirect.ts';
import { checkSignedChallenge } from '../../proofs/check-signed-challenge.ts';
import { type IssuedChallenge, issueChallenge } from '../../proofs/issue-challenge.ts';
import { fail, type Result } from '../../result.ts';
import { callAsViewer } from '../../supabase/call-as-viewer.ts';
import { findWallet } from '../../wallets/list-wallets.ts';
import type { SignInStatementRequest, WalletSignIn } from '../../wallets/wallet-schemas.ts';
import { actingBy } from './require-recent-auth.ts';

/**
 * Single-use, bound to this session; names this purpose and proves no wallet. `step_up.wallet_not_proven`, `proof.too_many_challenges`;
 * `step_up.method_unknown` if the account must use an authenticator.
 */
export async function issueStepUpStatement({
  address,
  method,
}: SignInStatementRequest): Promise<Result<{ challenge: IssuedChallenge<'confirm'> }>> {
  const acting = await actingBy('wallet');
  if (!acting.ok) return acting;
  // Refuses before the user signs. The database checks again afterwards.
  if (!(await findWallet(address))) return fail('step_up.wallet_not_proven');
  return issueChallenge({ viewer: acting.viewer, purpose: 'confirm', method, address });
}

/** Uses up the statement first. Signatures can't be guessed, so only statements are limited. `proof.challenge_gone` if the wallet left. */
export async function confirmByWallet({
  next,
  ...signed
}: WalletSignIn): Promise<Result<{ redirectTo: string }>> {
  const acting = await actingBy('wallet');
  if (!acting.ok) return acting;
  const checked = await checkSignedChallenge({ viewer: acting.viewer, ...signed });
  if (!checked.ok) return checked;
  const recorded = await callAsViewer(acting.viewer, 'record_step_up_by_wallet', checked.parameters);
  return recorded.ok ? { ok: true, redirectTo: safeRedirect(next) } : recorded;
}
