import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Supabase's version 2 refresh tokens. They have no row: each holds session ID and counter, signed with the session's key.
 * 51 characters of base64url while the counter is below 128.
 */
interface CountedToken {
  sessionId: string;
  counter: number;
}

const signatureBytes = 16;
const checksumBytes = 4;

export function encodeCountedToken({ sessionId, counter }: CountedToken, key: Buffer): string {
  const version = Buffer.from([0]);
  const id = Buffer.from(sessionId.replaceAll('-', ''), 'hex');
  const content = Buffer.concat([version, id, encodeVarint(counter)]);
  const signed = Buffer.concat([content, sign(content, key)]);
  return Buffer.concat([signed, checksum(signed)]).toString('base64url');
}

/** Null for a malformed token. `isSignedWith` verifies the signature. */
export function decodeCountedToken(
  token: string,
): (CountedToken & { isSignedWith: (key: Buffer) => boolean }) | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length < 1 + 16 + 1 + signatureBytes + checksumBytes || bytes[0] !== 0) return null;
  const signed = bytes.subarray(0, -checksumBytes);
  if (!checksum(signed).equals(bytes.subarray(-checksumBytes))) return null;
  const content = signed.subarray(0, -signatureBytes);
  const counter = decodeVarint(content.subarray(17));
  if (counter === null) return null;
  const hex = content.subarray(1, 17).toString('hex');
  const sessionId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const signature = signed.subarray(-signatureBytes);
  return { sessionId, counter, isSignedWith: (key) => timingSafeEqual(signature, sign(content, key)) };
}

function sign(content: Buffer, key: Buffer): Buffer {
  return createHmac('sha256', key).update(content).digest().subarray(0, signatureBytes);
}

function checksum(content: Buffer): Buffer {
  return createHash('sha256').update(content).digest().subarray(0, checksumBytes);
}

/** Seven bits per byte, lowest first, as Go's binary.AppendUvarint. */
function encodeVarint(value: number): Buffer {
  const bytes: number[] = [];
  let left = value;
  while (left >= 128) {
    bytes.push((left % 128) + 128);
    left = Math.floor(left / 128);
  }
  return Buffer.from([...bytes, left]);
}

/** Null unless the bytes are exactly one number. */
function decodeVarint(bytes: Buffer): number | null {
  const last = bytes.at(-1);
  if (last === undefined || last >= 128 || bytes.length > 7) return null;
  if (bytes.subarray(0, -1).some((byte) => byte < 128)) return null;
  return bytes.reduceRight((sum, byte) => sum * 128 + (byte % 128), 0);
}
