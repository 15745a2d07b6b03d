import type { Adapter } from '@solana/wallet-adapter-base';
import type { Wallet as StandardWallet } from '@wallet-standard/base';
import type { ProofMethod } from 'countersign/proof/statement';
import { isMobileWallet } from '../mobile/mobile-wallet-names';
import { hasNoTransactions } from './admit-wallet';

const featureOfMethod: Record<ProofMethod, string> = {
  sign_in: 'solana:signIn',
  sign_message: 'solana:signMessage',
  memo: 'solana:signTransaction',
};

/** Best method first, empty when the wallet can't sign. Never throws. */
export function listSigningMethods(adapter: Adapter): ProofMethod[] {
  try {
    const standard = readStandardWallet(adapter);
    if (!standard) return 'signMessage' in adapter ? ['sign_message'] : [];
    const methods: ProofMethod[] = ['sign_in', 'sign_message', 'memo'];
    return methods.filter(
      (method) =>
        featureOfMethod[method] in standard.features &&
        !(method === 'memo' && hasNoTransactions(standard)) &&
        // The mobile protocol's own wallets repeat an earlier sign-in, and its old nonce. Ours has none, and needs none.
        !(method === 'sign_in' && isMobileWallet(adapter.name)),
    );
  } catch {
    // A getter of the wallet threw. Foreign code that does not work can't sign either.
    return [];
  }
}

/** The best of them. A wallet that has none is asked for a message, and the dialog says that it can't. */
export function chooseSigningMethod(adapter: Adapter): ProofMethod {
  return listSigningMethods(adapter)[0] ?? 'sign_message';
}

/** Null for adapters of the older kind, which have no wallet of the Wallet Standard. */
export function readStandardWallet(adapter: Adapter): StandardWallet | null {
  return 'standard' in adapter && adapter.standard ? adapter.wallet : null;
}
