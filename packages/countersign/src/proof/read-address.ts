import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';

export type AddressRefusal =
  | 'address.not_base58'
  | 'address.wrong_length'
  | 'address.not_on_curve'
  | 'address.small_order'
  | 'address.mixed_order';

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
