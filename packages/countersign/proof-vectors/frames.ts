import { joinBytes } from '../src/proof/bytes.ts';
import { owner, toBytes } from './ingredients.ts';

/** Frames of Solana off-chain messages, part by part, so that a vector can get any part wrong. */
type FrameParts = {
  signingDomain?: Uint8Array;
  version?: number;
  application?: Uint8Array;
  format?: number;
  signers?: Uint8Array[];
  length?: number;
  content: Uint8Array;
};

const rightSigningDomain = joinBytes([0xff], toBytes('solana offchain'));

/** Application domain as Supabase's Auth fills it: the host, then zero bytes. */
export function applicationOf(host: string): Uint8Array {
  return joinBytes(toBytes(host), new Uint8Array(32 - host.length));
}

export function frameVersion0(parts: FrameParts): Uint8Array {
  const { signingDomain = rightSigningDomain, version = 0, application = new Uint8Array(32) } = parts;
  const { format = 1, signers = [owner.publicKey], content, length = content.length } = parts;
  return joinBytes(
    ...[signingDomain, [version], application, [format, signers.length], ...signers],
    ...[[length & 0xff, length >> 8], content],
  );
}

export function frameVersion1({ version = 1, signers = [owner.publicKey], content }: FrameParts): Uint8Array {
  return joinBytes(rightSigningDomain, [version, signers.length], ...signers, content);
}

/** The layout of older hardware wallets: no application, no signers. */
export function frameLegacy({ format = 1, content, length = content.length }: FrameParts): Uint8Array {
  return joinBytes(rightSigningDomain, [0, format], [length & 0xff, length >> 8], content);
}
