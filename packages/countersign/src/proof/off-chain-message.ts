import { joinBytes } from './bytes.ts';

/** Prefix of all off-chain messages of Solana, which makes them invalid as transactions. */
export const signingDomain = joinBytes([0xff], new TextEncoder().encode('solana offchain'));

/**
 * The off-chain message of version 1 that only this key signs: domain, version, number of signers, signer, UTF-8 text. A signed
 * message is checked against these exact bytes and never parsed, so nothing can be added, reordered or normalized.
 */
export function writeOffchainMessage(text: Uint8Array, publicKey: Uint8Array): Uint8Array {
  return joinBytes(signingDomain, [1, 1], publicKey, text);
}
