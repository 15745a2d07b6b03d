/** In bytes, for Ed25519. */
const signatureLength = 64;
const keyLength = 32;

/**
 * Signs a serialized transaction, legacy or version 0, for `publicKey` and returns a copy with that signature. Throws a RangeError for
 * other bytes, and for a transaction that doesn't require this key.
 * Layout: compact count of signatures, the signatures, the message. Message: a version byte 0x80 unless legacy, three header bytes of
 * which the first counts the signers, a compact count of keys, the keys, signers first.
 */
export async function signTransactionBytes(
  transaction: Uint8Array,
  publicKey: Uint8Array,
  sign: (message: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const signatures = readCompactCount(transaction, 0);
  const messageStart = signatures.end + signatures.count * signatureLength;
  const message = transaction.slice(messageStart);
  const first = message[0];
  if (first === undefined) throw new RangeError('The transaction has no message.');

  const isVersioned = first >= 0x80;
  if (isVersioned && first !== 0x80) throw new RangeError('Only version 0 is known.');
  const headerStart = isVersioned ? 1 : 0;
  const signerCount = message[headerStart] ?? 0;
  const keys = readCompactCount(message, headerStart + 3);
  if (signatures.count !== signerCount || signerCount > keys.count)
    throw new RangeError('The signers do not add up.');

  const place = findKey(message, keys.end, signerCount, publicKey);
  if (place < 0) throw new RangeError('The transaction does not ask for this key.');
  const signed = Uint8Array.from(transaction);
  signed.set(await sign(message), signatures.end + place * signatureLength);
  return signed;
}

function findKey(message: Uint8Array, start: number, count: number, publicKey: Uint8Array): number {
  for (let place = 0; place < count; place += 1) {
    const key = message.subarray(start + place * keyLength, start + (place + 1) * keyLength);
    if (key.length === keyLength && key.every((byte, index) => byte === publicKey[index])) return place;
  }
  return -1;
}

/** Solana's compact-u16: seven bits per byte, lowest first, at most three bytes. */
function readCompactCount(bytes: Uint8Array, start: number): { count: number; end: number } {
  let count = 0;
  for (let index = 0; index < 3; index += 1) {
    const byte = bytes[start + index];
    if (byte === undefined) break;
    count |= (byte & 0x7f) << (index * 7);
    if (byte < 0x80) return { count, end: start + index + 1 };
  }
  throw new RangeError('The transaction is cut off.');
}
