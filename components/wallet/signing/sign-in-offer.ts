import type { Problem } from '@/lib/problem';
import type { ProofMethod } from '@/lib/proofs/statement';

/** The one thing to do about a failure: another statement, another page, or a connection first. */
export type SignInOffer =
  | { label: string; method: ProofMethod; href?: never }
  | { label: string; href: string; method?: never }
  | { label: string; connects: true; href?: never; method?: never };

const methodLabels: Record<ProofMethod, string> = {
  sign_in: 'Sign in with the wallet',
  sign_message: 'Sign it as a message',
  memo: 'Sign it as a transaction',
};

/**
 * What to offer after a failure, or null when nothing here can help.
 * @param methods the ways this wallet can sign, best first.
 */
export function offerAfterSignIn(
  { problem, method }: { problem: Problem; method: ProofMethod },
  methods: readonly ProofMethod[],
): SignInOffer | null {
  switch (problem.code) {
    case 'wallet.account_by_email_first':
    case 'wallet.accounts_off':
      return { label: 'Create an account by email', href: '/sign-up' };
    case 'wallet.cannot_sign':
    case 'proof.statement_changed': {
      const next = methods[methods.indexOf(method) + 1];
      return next ? { label: methodLabels[next], method: next } : null;
    }
    case 'proof.transaction_changed': {
      const other = methods.find((each) => each !== 'memo') ?? method;
      return { label: other === method ? 'Try again' : methodLabels[other], method: other };
    }
    case 'proof.challenge_gone':
    case 'wallet.signing_timed_out':
    case 'wallet.other_account':
      return { label: 'Get a new statement', method };
    case 'wallet.disconnected':
    case 'wallet.not_connected':
      return { label: 'Connect a wallet', connects: true };
    case 'step_up.wallet_not_proven':
    case 'step_up.method_unknown':
    case 'auth.signed_out':
    case 'auth.second_factor_required':
    case 'wallet.needs_email':
    case 'wallet.removed_from_account':
    case 'wallet.sign_in_closed':
    case 'wallet.address_invalid':
    case 'auth.sign_up_closed':
      return null;
    default:
      return { label: 'Try again', method };
  }
}
