import type { Adapter } from '@solana/wallet-adapter-base';
import type { Wallet as StandardWallet } from '@wallet-standard/base';
import type { ProofMethod } from 'countersign/proof/statement';
import { keptPrefix } from '@/components/ui/draft-values';
import { demoWalletName } from '@/components/wallet/standard/demo-wallet-name';
import { isMobileWallet } from '@/components/wallet/standard/site-wallets';
import { hasNoTransactions } from './admit-wallet';

const featureOfMethod = {
  sign_offchain_message: 'solana:signOffchainMessage',
  sign_in: 'solana:signIn',
  sign_message: 'solana:signMessage',
  memo: 'solana:signTransaction',
} as const satisfies Record<ProofMethod, string>;

/** The wallet's methods to sign, or with `signsIn` to sign in, best first; empty if it has none. Never throws. */
export function listSigningMethods(adapter: Adapter, signsIn = false): ProofMethod[] {
  try {
    const standard = readStandardWallet(adapter);
    if (!standard) return 'signMessage' in adapter ? ['sign_message'] : [];
    const methods: ProofMethod[] = ['sign_offchain_message', 'sign_in', 'sign_message', 'memo'];
    return methods.filter(
      (method) =>
        featureOfMethod[method] in standard.features &&
        !(method === 'sign_offchain_message' && (signsIn || !signsOffchain(adapter, standard))) &&
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
export function chooseSigningMethod(adapter: Adapter, signsIn = false): ProofMethod {
  return listSigningMethods(adapter, signsIn)[0] ?? 'sign_message';
}

/** Keeps the method that a step-up interrupted, unless the step-up's own signature ruled it out: then the best. */
export function resumeSigningMethod(adapter: Adapter | undefined, method: ProofMethod): ProofMethod {
  return !adapter || listSigningMethods(adapter).includes(method) ? method : chooseSigningMethod(adapter);
}

/** Whether the connected account signs off-chain messages of version 1, and didn't fail to in this tab. Wallets may omit either `features`. */
function signsOffchain({ name, publicKey }: Adapter, { accounts, features }: StandardWallet): boolean {
  const feature = featureOfMethod.sign_offchain_message;
  const account = accounts.find(({ address }) => address === publicKey?.toBase58());
  const offered = features[feature] as { supportedMessageVersions?: unknown } | undefined;
  const versions = offered?.supportedMessageVersions;
  return (
    account?.features?.includes(feature) === true &&
    Array.isArray(versions) &&
    versions.includes(1) &&
    !hasSkipped(name)
  );
}

const skippedKey = (name: string) => `${keptPrefix}no-offchain:${name}`;

/** Uses no off-chain message of this wallet any more in this tab, until sign-out. Does nothing if storage is blocked. */
export function skipOffchain({ name }: Adapter): void {
  try {
    sessionStorage.setItem(skippedKey(name), '1');
  } catch {
    return;
  }
}

function hasSkipped(name: string): boolean {
  try {
    return sessionStorage.getItem(skippedKey(name)) !== null;
  } catch {
    return false;
  }
}

/** Whether the wallet signs only off-chain messages, which Auth refuses as a sign-in. Never throws. */
export function cannotSignIn(adapter: Adapter): boolean {
  try {
    const standard = readStandardWallet(adapter);
    return (
      standard !== null &&
      featureOfMethod.sign_offchain_message in standard.features &&
      hasNoTransactions(standard) &&
      listSigningMethods(adapter, true).length === 0
    );
  } catch {
    // The wallet's getter threw.
    return false;
  }
}

/** Null for legacy adapters, which don't wrap a Wallet Standard wallet. */
export function readStandardWallet(adapter: Adapter): StandardWallet | null {
  return 'standard' in adapter && adapter.standard ? adapter.wallet : null;
}

/** Whether the wallet opens its own window without a press on the page. A phone's apps and older adapters' pages need one. */
export function signsInOwnWindow(adapter: Adapter): boolean {
  return (
    adapter.name !== demoWalletName && !isMobileWallet(adapter.name) && readStandardWallet(adapter) !== null
  );
}
