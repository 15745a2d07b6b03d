import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import { isEqualBytes, joinBytes } from './bytes.ts';
import { signingDomain, writeOffchainMessage } from './off-chain-message.ts';
import { isOrigin, readMessageText } from './read-statement.ts';
import { type ProofMethod, type StatementVersion, versionOfText, writeOpening } from './statement.ts';

export type ProofEvidence = {
  version: StatementVersion;
  method: ProofMethod;
  address: string;
  origin: string;
  /** The issued statement, byte for byte; for a memo, the message of its transaction. */
  message: Uint8Array;
  /** The bytes the wallet says it signed; for a memo, the message of the returned transaction. */
  signedBytes: Uint8Array;
  signature: Uint8Array;
};

export type AddressRefusal =
  | 'address.not_base58'
  | 'address.wrong_length'
  | 'address.not_on_curve'
  | 'address.small_order'
  | 'address.mixed_order';

/** The first failed check, for the log. Users see the catalogue's sentence. */
export type ProofRefusal =
  | AddressRefusal
  | 'origin.malformed'
  | 'message.malformed'
  | 'message.other_site'
  | 'message.other_address'
  | 'message.other_version'
  | 'signature.wrong_length'
  | 'signed_bytes.different'
  | 'signature.wrong';

export type ProofCheck =
  /** The exact bytes that the signature is for. */
  { ok: true; signedBytes: Uint8Array } | { ok: false; reason: ProofRefusal };

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

/**
 * Verifies a proof's evidence. Pure, never throws, and needs no server.
 * The message must name this site and address and have this version; Auth accepts only version 1 as a sign-in. The
 * signed bytes must be the message, the message followed by its signature (as from the mobile adapter), or exactly one of its
 * off-chain frames; for a memo only the message, and for an off-chain message only its version 1. The key comes from the address, never from a client. The issuer, or
 * checkPublicProof, compares the rest of the message.
 * @param isSignature may be a faster check with the same results
 */
export function verifyProof(
  evidence: ProofEvidence,
  isSignature: SignatureCheck = checkSignature,
): ProofCheck {
  const address = readAddress(evidence.address);
  if (!address.ok) return address;
  const reason = refuseMessage(evidence, address.publicKey);
  if (reason) return { ok: false, reason };
  if (evidence.signature.length !== 64) return { ok: false, reason: 'signature.wrong_length' };
  const candidates = findCandidates(evidence, address.publicKey);
  if (candidates.length === 0) return { ok: false, reason: 'signed_bytes.different' };
  const signedBytes = candidates.find((bytes) => isSignature(evidence.signature, bytes, address.publicKey));
  return signedBytes ? { ok: true, signedBytes } : { ok: false, reason: 'signature.wrong' };
}

function refuseMessage(evidence: ProofEvidence, publicKey: Uint8Array): ProofRefusal | null {
  const { version, method, address, origin, message } = evidence;
  if (!isOrigin(origin)) return 'origin.malformed';
  const text = readMessageText(method, message, publicKey);
  if (text === null) return 'message.malformed';
  const separator = method === 'memo' ? ' ' : '\n';
  const opening = writeOpening(new URL(origin).host) + separator;
  if (!text.startsWith(opening)) return 'message.other_site';
  if (!text.startsWith(opening + address + separator)) return 'message.other_address';
  if (versionOfText(text) !== version) return 'message.other_version';
  // Auth accepts no sign-in by this method, so the site issues no such statement.
  if (method === 'sign_offchain_message' && version === 1) return 'message.other_version';
  return null;
}

/** @returns the bytes that the signature may be for; none if the wallet signed something else */
function findCandidates(evidence: ProofEvidence, publicKey: Uint8Array): Uint8Array[] {
  const { method, origin, message, signedBytes, signature } = evidence;
  if (method === 'memo') return isEqualBytes(signedBytes, message) ? [message] : [];
  if (method === 'sign_offchain_message') {
    const framed = writeOffchainMessage(message, publicKey);
    return isEqualBytes(signedBytes, framed) ? [framed] : [];
  }
  const frames = offChainFrames(message, publicKey, new URL(origin).host);
  // A wallet app in front of a hardware wallet may return the message although the device signed a frame.
  if (isEqualBytes(signedBytes, message)) return [message, ...frames];
  const isAppended =
    isEqualBytes(signedBytes.subarray(0, -64), message) && isEqualBytes(signedBytes.subarray(-64), signature);
  if (isAppended) return [message];
  return frames.filter((frame) => isEqualBytes(frame, signedBytes));
}

/**
 * The 32-byte public key of an address that a wallet can sign for. Refuses program addresses, which aren't on the curve; the
 * eight keys of small order, for which an attacker can forge signatures; and keys of mixed order, for which libraries disagree.
 * A key has only one base58 spelling. Never throws.
 */
export function readAddress(
  address: string,
): { ok: true; publicKey: Uint8Array } | { ok: false; reason: AddressRefusal } {
  if (!/^[1-9A-HJ-NP-Za-km-z]+$/.test(address)) return { ok: false, reason: 'address.not_base58' };
  // 32 bytes are 32 to 44 characters. Decoding takes quadratic time, so longer addresses aren't decoded.
  const publicKey = address.length <= 44 ? base58.decode(address) : null;
  if (publicKey?.length !== 32) return { ok: false, reason: 'address.wrong_length' };
  const order = orderOfPoint(publicKey);
  if (order === 'none') return { ok: false, reason: 'address.not_on_curve' };
  if (order !== 'prime') return { ok: false, reason: `address.${order}_order` };
  return { ok: true, publicKey };
}

/**
 * The order of the point that 32 bytes encode. Honest keys and signatures contain only points of prime order. `none` for bytes
 * that encode no point, or in a non-canonical way.
 */
export function orderOfPoint(bytes: Uint8Array): 'prime' | 'small' | 'mixed' | 'none' {
  const point = decodePoint(bytes);
  if (!point) return 'none';
  if (point.isSmallOrder()) return 'small';
  return point.isTorsionFree() ? 'prime' : 'mixed';
}

function decodePoint(bytes: Uint8Array) {
  try {
    // false: not ZIP 215, which accepts other encodings of the same point.
    return ed25519.Point.fromBytes(bytes, false);
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}

const encoder = new TextEncoder();
/** Version 0's length field has 16 bits. */
const longestMessage = 0xffff;

/**
 * The exact frames that existing wallets put around a message before they sign it. Empty for a message above 65,535 bytes.
 * @param domain the site's host. In its frame, Supabase's Auth uses it as the application domain, cut at 32 bytes.
 */
export function offChainFrames(message: Uint8Array, publicKey: Uint8Array, domain: string): Uint8Array[] {
  if (message.length > longestMessage) return [];
  const length = [message.length & 0xff, message.length >> 8];
  const noApplication = new Uint8Array(32);
  const siteApplication = new Uint8Array(32);
  siteApplication.set(encoder.encode(domain).subarray(0, 32));

  const frames: Uint8Array[] = [];
  // Formats: 0 printable ASCII, 1 UTF-8, 2 long UTF-8. Wallets disagree on the format of a text with line breaks.
  for (const format of [0, 1, 2]) {
    // Version 0's older layout, without application and signers, which some wallets still use.
    frames.push(joinBytes(signingDomain, [0, format], length, message));
    for (const application of [noApplication, siteApplication]) {
      frames.push(joinBytes(signingDomain, [0], application, [format, 1], publicKey, length, message));
    }
  }
  frames.push(writeOffchainMessage(message, publicKey));
  return frames;
}
