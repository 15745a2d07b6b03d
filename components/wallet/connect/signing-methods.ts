import type { Adapter } from '@solana/wallet-adapter-base';
import type { Wallet as StandardWallet } from '@wallet-standard/base';
import type { ProofMethod } from 'countersign/proof/statement';
import { demoWalletName } from '@/components/wallet/standard/demo-wallet-name';
import { isMobileWallet } from '@/components/wallet/standard/site-wallets';
import { hasNoTransactions } from './admit-wallet';

const featureOfMethod: Record<ProofMethod, string> = {
  sign_offchain_message: 'solana:signOffchainMessage',
  sign_in: 'solana:signIn',
  sign_message: 'solana:signMessage',
  memo: 'solana:signTransaction',
};

/** The wallet's signing methods, best first; empty if it can't sign. Never throws. */
export function listSigningMethods(adapter: Adapter): ProofMethod[] {
  try {
    const standard = readStandardWallet(adapter);
    if (!standard) return 'signMessage' in adapter ? ['sign_message'] : [];
    const methods: ProofMethod[] = ['sign_in', 'sign_message', 'memo'];
    return methods.filter(
      (method) =>
        featureOfMethod[method] in standard.features &&
        !(method === 'memo' && hasNoTransactions(standard)) &&
        // Mobile Wallet Adapter's own wallets return an earlier sign-in with its old nonce. This site's mobile wallet has no sign-in.
        !(method === 'sign_in' && isMobileWallet(adapter.name)),
    );
  } catch {
    // A wallet whose getter throws can't sign.
    return [];
  }
}

/** The best method, or `sign_message` for a wallet without any; the dialog then reports that it can't sign. */
export function chooseSigningMethod(adapter: Adapter): ProofMethod {
  return listSigningMethods(adapter)[0] ?? 'sign_message';
}

/** Null for legacy adapters, which don't wrap a Wallet Standard wallet. */
export function readStandardWallet(adapter: Adapter): StandardWallet | null {
  return 'standard' in adapter && adapter.standard ? adapter.wallet : null;
}

/**
 * Whether the wallet shows what it signs in its own window, and opens that without a press on the page. The demo wallet has no window.
 * Browsers open a phone's apps, and the pages that older adapters use, only after a press.
 */
export function signsInOwnWindow(adapter: Adapter): boolean {
  return (
    adapter.name !== demoWalletName && !isMobileWallet(adapter.name) && readStandardWallet(adapter) !== null
  );
}
