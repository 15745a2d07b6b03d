import { ed25519 } from '@noble/curves/ed25519.js';
import { orderOfPoint } from './read-address.ts';

/**
 * Verifies an Ed25519 signature (RFC 8032, not ZIP 215) whose point has prime order, so that every implementation returns the
 * same result. Never throws.
 * @param signature 64 bytes
 * @param publicKey 32 bytes of prime order, from readAddress
 */
export type SignatureCheck = (
  signature: Uint8Array,
  signedBytes: Uint8Array,
  publicKey: Uint8Array,
) => boolean;

/**
 * Runs in browsers and on servers. Since both points have prime order, it makes no difference that this library multiplies
 * its equation by the cofactor and others don't.
 */
export const checkSignature: SignatureCheck = (signature, signedBytes, publicKey) =>
  ed25519.verify(signature, signedBytes, publicKey, { zip215: false }) &&
  orderOfPoint(signature.subarray(0, 32)) === 'prime';
