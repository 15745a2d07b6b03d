import type { ProofMethod } from '@/lib/proofs/statement';
import type { ProvingFlow, SentStatement } from './proving-flow';
import type { ProvingRequest } from './wallet-actions';

/** The one thing to do about a failure: another statement, the same signature once more, or a connection first. */
export type ProvingOffer =
  | { label: string; start: ProvingRequest; resend?: never }
  | { label: string; resend: SentStatement; start?: never }
  | { label: string; connects: true; start?: never; resend?: never };

const methodLabels: Record<ProofMethod, string> = {
  sign_in: 'Sign in with the wallet',
  sign_message: 'Sign it as a message',
  memo: 'Sign it as a transaction',
};

/**
 * What to offer after a failure, or null when nothing here can help.
 * @param methods the ways this wallet can sign, best first.
 */
export function offerAfter(
  { request, problem, unsure }: Extract<ProvingFlow, { status: 'failed' }>,
  methods: readonly ProofMethod[],
): ProvingOffer | null {
  if (unsure) return { label: 'Send it again', resend: unsure };
  switch (problem.code) {
    case 'wallet.proven_elsewhere':
      return { label: 'Move it here', start: { ...request, purpose: 'move' } };
    case 'wallet.cannot_sign':
    case 'proof.statement_changed': {
      const next = methods[methods.indexOf(request.method) + 1];
      return next ? { label: methodLabels[next], start: { ...request, method: next } } : null;
    }
    case 'proof.transaction_changed': {
      const other = methods.find((method) => method !== 'memo');
      return other
        ? { label: methodLabels[other], start: { ...request, method: other } }
        : { label: 'Try again', start: request };
    }
    case 'proof.challenge_gone':
    case 'wallet.signing_timed_out':
      return { label: 'Get a new statement', start: request };
    case 'wallet.disconnected':
    case 'wallet.not_connected':
      return { label: 'Connect a wallet', connects: true };
    case 'wallet.only_sign_in_method':
    case 'wallet.address_invalid':
    case 'auth.signed_out':
    case 'auth.recent_auth_required':
    case 'auth.second_factor_required':
      return null;
    default:
      return { label: 'Try again', start: request };
  }
}
