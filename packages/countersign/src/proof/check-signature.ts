import { ed25519 } from '@noble/curves/ed25519.js';
import { orderOfPoint } from './read-address.ts';

/**
 * Whether this is the signature of these bytes, the same in every implementation: Ed25519 (RFC 8032, not ZIP 215),
 * the signature's point of prime order. Never throws.
 * @param signature 64 bytes
 * @param publicKey 32 bytes that readAddress found good: of prime order
 */
export type SignatureCheck = (
  signature: Uint8Array,
  signedBytes: Uint8Array,
  publicKey: Uint8Array,
) => boolean;

/**
 * Runs in browsers and on servers. With both points of prime order it makes no difference whether a library
 * multiplies its equation by the cofactor, as this one does and others don't.
 */
export const checkSignature: SignatureCheck = (signature, signedBytes, publicKey) =>
  ed25519.verify(signature, signedBytes, publicKey, { zip215: false }) &&
  orderOfPoint(signature.subarray(0, 32)) === 'prime';
