import { base58 } from '@scure/base';
import type { WalletAccount } from '@wallet-standard/base';

/** More than any wallet app shares with a site at once. Our choice. */
const mostAccounts = 20;

const keyLengthInBytes = 32;

/** What an account of a wallet app can do here. */
export const mobileFeatures = ['solana:signMessage', 'solana:signTransaction'] as const;

/**
 * The accounts in a wallet app's answer to `authorize`. It can answer anything: what is no account is left out.
 * @param chain the one that was asked for, like `solana:mainnet`.
 */
export function readAccounts(answer: unknown, chain: `${string}:${string}`): WalletAccount[] {
  if (typeof answer !== 'object' || answer === null || !('accounts' in answer)) return [];
  const { accounts } = answer;
  if (!Array.isArray(accounts)) return [];
  return accounts.slice(0, mostAccounts).flatMap((account: unknown) => {
    const publicKey = readPublicKey(account);
    return publicKey
      ? [{ address: base58.encode(publicKey), publicKey, chains: [chain], features: mobileFeatures }]
      : [];
  });
}

function readPublicKey(account: unknown): Uint8Array | null {
  if (typeof account !== 'object' || account === null || !('address' in account)) return null;
  const { address } = account;
  if (typeof address !== 'string' || address.length > 100) return null;
  try {
    const bytes = Uint8Array.from(atob(address), (character) => character.charCodeAt(0));
    return bytes.length === keyLengthInBytes ? bytes : null;
  } catch {
    // No base64: no account.
    return null;
  }
}
