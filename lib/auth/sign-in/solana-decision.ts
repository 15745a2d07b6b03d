import type { ProofMethod } from 'countersign/proof/statement';
import type { ErrorCode } from '../../errors.ts';

export type WalletAccount = {
  provenBy: string | null;
  /** The confirmed e-mail of that account. */
  provenByEmail: string | null;
  /** The account that Supabase Auth signs it in to (its identity `web3:solana:<address>`). */
  identityOf: string | null;
  /** Whether it was proven on that account and is not any more. */
  wasRemoved: boolean;
};

type WalletSignInDecision =
  /** To the account it is proven on, by a link that the server makes for its e-mail. */
  | { by: 'link'; userId: string; email: string }
  | { by: 'grant'; userId: string; proves: boolean }
  /** By Auth's web3 grant, which creates an account. */
  | { by: 'grant'; userId: null; proves: true }
  | { by: 'nothing'; code: ErrorCode };

/**
 * Decides where a wallet signs in: a live proof decides, and Auth's identity only without one. So no wallet has two
 * accounts, and none opens an account that it left. docs/decisions/023-sign-in-with-a-wallet.md has the table.
 * @param opensAccounts whether the project lets wallets create accounts.
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
  // From here on only the grant can help, and it takes a signed message.
  if (method === 'memo') {
    return { by: 'nothing', code: provenBy ? 'wallet.needs_email' : 'wallet.account_by_email_first' };
  }
  if (!opensAccounts) return { by: 'nothing', code: 'wallet.accounts_off' };
  if (identityOf === null) return { by: 'grant', userId: null, proves: true };
  return { by: 'grant', userId: identityOf, proves: provenBy === null };
}
