import { base58 } from '@scure/base';
import type { WalletAccount } from '@wallet-standard/base';

/** More than wallet apps share with a site. This package's own limit. */
const mostAccounts = 20;

const keyLengthInBytes = 32;
const signatureLengthInBytes = 64;

export const mobileFeatures = ['solana:signMessage', 'solana:signTransaction'] as const;

/**
 * The accounts in a wallet app's response to `authorize`. Skips invalid ones, since an app may return anything.
 * @param chain the requested chain, like `solana:mainnet`
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
    // Not base64.
    return null;
  }
}

export function readToken(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null || !('auth_token' in answer)) return null;
  return typeof answer.auth_token === 'string' ? answer.auth_token : null;
}

/** Throws if the app's response contains no payload at this index. */
export function readPayload(signed: unknown, at: number): Uint8Array {
  const payload: unknown = Array.isArray(signed) ? signed[at] : undefined;
  if (typeof payload !== 'string') throw new TypeError('The wallet app returned no signature.');
  return readBase64(payload);
}

/**
 * Splits the payload of a signed message: the message followed by its signature or, from some apps, only a signature of
 * the requested message. The server verifies both.
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

/** Like the protocol's package, accepts whitespace and missing padding, which `@scure/base` refuses. */
function readBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
