import type { ProofMethod } from 'countersign/proof/statement';
import type { ErrorCode } from '../../errors.ts';

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
 * Picks the account with the wallet's live proof, else with Auth's identity. So a wallet has at most one, and never opens one that it
 * left (docs/decisions/023-sign-in-with-a-wallet.md). @param opensAccounts whether the project lets wallets create accounts.
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
