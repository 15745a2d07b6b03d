import type { Adapter } from '@solana/wallet-adapter-base';
import type { Wallet as StandardWallet } from '@wallet-standard/base';
import type { ProofMethod } from '@/lib/proofs/statement';

const featureOfMethod: Record<ProofMethod, string> = {
  sign_in: 'solana:signIn',
  sign_message: 'solana:signMessage',
  memo: 'solana:signTransaction',
};

/**
 * Wallets of the mobile protocol answer `solana:signIn` with an earlier result, and its old nonce, once they are
 * authorised. They sign messages properly.
 */
const repeatsOldSignIn = new Set(['Mobile Wallet Adapter', 'Remote Mobile Wallet Adapter']);

/** The ways in which this wallet can sign a statement, best first. Empty when it can't sign at all. Never throws. */
export function listSigningMethods(adapter: Adapter): ProofMethod[] {
  try {
    const standard = readStandardWallet(adapter);
    if (!standard) return 'signMessage' in adapter ? ['sign_message'] : [];
    const methods: ProofMethod[] = ['sign_in', 'sign_message', 'memo'];
    return methods.filter(
      (method) =>
        featureOfMethod[method] in standard.features &&
        !(method === 'sign_in' && repeatsOldSignIn.has(adapter.name)),
    );
  } catch {
    // A getter of the wallet threw. Foreign code that does not work can't sign either.
    return [];
  }
}

/** The wallet behind an adapter of the Wallet Standard; null for adapters of the older kind. */
export function readStandardWallet(adapter: Adapter): StandardWallet | null {
  return 'standard' in adapter && adapter.standard ? adapter.wallet : null;
}
