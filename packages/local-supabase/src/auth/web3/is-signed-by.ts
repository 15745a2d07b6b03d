import { createPublicKey, verify } from 'node:crypto';
import { base58 } from '@scure/base';

/**
 * Whether the wallet signed the message, or its off-chain frame as a Ledger signs it, with the domain as application.
 * Supabase Auth supports no other frame.
 */
export function isSignedBy(
  signature: Uint8Array,
  { address, domain, text }: { address: string; domain: string; text: string },
): boolean {
  const key = decodeAddress(address);
  if (key === undefined) return false;
  const message = Buffer.from(text);
  const publicKey = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key).toString('base64url') },
    format: 'jwk',
  });
  return [message, frameAsOffchain(message, key, domain)].some((bytes) =>
    verify(null, bytes, publicKey, signature),
  );
}

function frameAsOffchain(message: Buffer, key: Uint8Array, domain: string): Buffer {
  const application = Buffer.alloc(32);
  application.write(domain);
  const length = Buffer.alloc(2);
  length.writeUInt16LE(message.length);
  const version = [0];
  const formatAndSigners = [0, 1];
  return Buffer.concat([
    Buffer.from([0xff]),
    Buffer.from('solana offchain'),
    Buffer.from(version),
    application,
    Buffer.from(formatAndSigners),
    key,
    length,
    message,
  ]);
}

function decodeAddress(address: string): Uint8Array | undefined {
  try {
    const key = base58.decode(address);
    return key.length === 32 ? key : undefined;
  } catch {
    return undefined;
  }
}
