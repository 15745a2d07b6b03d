import type { ProofMethod } from 'countersign/proof/statement';
import type { SentStatement, SigningFlow, SigningRequest } from './signing-flow';

/** The main action after a failure: a new statement, the same signature again, another page, or a connection. */
export type SigningOffer = { label: string } & (
  | { start: SigningRequest }
  | { resend: SentStatement }
  | { href: string }
  | { connects: true }
);

const methodLabels: Record<ProofMethod, string> = {
  sign_in: 'Sign in with the wallet',
  sign_message: 'Sign it as a message',
  memo: 'Sign it as a transaction',
};

/** Null if no action helps. `methods` are the wallet's, best first. */
export function offerAfter(
  { request, problem, unsure }: Extract<SigningFlow, { status: 'failed' }>,
  methods: readonly ProofMethod[],
): SigningOffer | null {
  if (unsure) return { label: 'Send it again', resend: unsure };
  const own = request.purpose.offers[problem.code];
  if (own === null) return null;
  if (own) return 'href' in own ? own : { label: own.label, start: { ...request, purpose: own.purpose } };
  const signBy = (method: ProofMethod | undefined) =>
    method ? { label: methodLabels[method], start: { ...request, method } } : null;
  const again = { label: 'Try again', start: request };
  const askAgain = { label: 'Get a new statement', start: request };
  switch (problem.code) {
    case 'wallet.cannot_sign':
    case 'proof.statement_changed':
      return signBy(methods[methods.indexOf(request.method) + 1]);
    case 'proof.transaction_changed':
      return signBy(methods.find((method) => method !== 'memo')) ?? again;
    case 'proof.challenge_gone':
    case 'wallet.signing_timed_out':
      return askAgain;
    case 'wallet.other_account':
      // If any account is accepted, the next statement is for the one now selected.
      return request.address === null ? askAgain : again;
    case 'wallet.disconnected':
    case 'wallet.not_connected':
      return { label: 'Connect a wallet', connects: true };
    case 'auth.signed_out':
    case 'auth.second_factor_required':
    case 'wallet.address_invalid':
      return null;
    default:
      return again;
  }
}
