import { base58 } from '@scure/base';
import type { WalletAccount } from '@wallet-standard/base';

/** More than any wallet app shares with a site at once. Our choice. */
const mostAccounts = 20;

const keyLengthInBytes = 32;
const signatureLengthInBytes = 64;

/** Features of a wallet app's account here. */
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
    const bytes = readBase64(address);
    return bytes.length === keyLengthInBytes ? bytes : null;
  } catch {
    // No base64: no account.
    return null;
  }
}

export function readToken(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null || !('auth_token' in answer)) return null;
  return typeof answer.auth_token === 'string' ? answer.auth_token : null;
}

/** Throws when the app's answer holds none: it can answer anything. */
export function readPayload(signed: unknown, at: number): Uint8Array {
  const payload: unknown = Array.isArray(signed) ? signed[at] : undefined;
  if (typeof payload !== 'string') throw new TypeError('The wallet app gave nothing signed.');
  return readBase64(payload);
}

/**
 * Takes apart what a wallet app gives for a signed message: the message with its signature behind it, or, from some apps,
 * the signature alone. The message is handed on as the app gave it: what it is worth is for the server to say.
 */
export function splitSignedPayload(
  payload: Uint8Array,
  asked: Uint8Array,
): { signedMessage: Uint8Array; signature: Uint8Array } {
  const isSignatureAlone = payload.length === signatureLengthInBytes;
  return {
    signedMessage: isSignatureAlone ? asked : payload.slice(0, -signatureLengthInBytes),
    signature: payload.slice(-signatureLengthInBytes),
  };
}

/** More forgiving than `@scure/base` about spaces and padding, as the protocol's own package is. */
function readBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
