import { createHash } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToNumberLE, numberToBytesLE } from '@noble/curves/utils.js';
import { base58 } from '@scure/base';
import { joinBytes } from '../proof/bytes.ts';
import { writeMemoMessage } from '../proof/memo-transaction.ts';
import { type StatementFacts, signInFields, writeMemoText, writeSignInText } from '../proof/statement.ts';
import type { ProofEvidence } from '../proof/verify.ts';

export const toBytes = (text: string) => new TextEncoder().encode(text);
const { Point } = ed25519;
const { Fn } = Point;

/** Test keys from public seeds. */
function testKey(name: string) {
  const seed = toBytes(`Countersign test key ${name}: no funds`);
  const { scalar, pointBytes } = ed25519.utils.getExtendedPublicKey(seed);
  return {
    scalar,
    publicKey: pointBytes,
    address: base58.encode(pointBytes),
    sign: (message: Uint8Array) => ed25519.sign(message, seed),
  };
}
export const owner = testKey('A');
export const stranger = testKey('B');

export const facts: StatementFacts = {
  version: 1,
  purpose: 'prove',
  origin: 'https://countersign.example',
  address: owner.address,
  chain: 'solana:mainnet',
  accountCode: '7F3K-2Q9D',
  displayName: 'ada',
  nonce: '6f1d2c3b4a5968778695a4b3c2d1e0f0',
  issuedAt: new Date('2026-11-20T09:00:00Z'),
  expiresAt: new Date('2026-11-20T09:05:00Z'),
};
export const text = writeSignInText(signInFields(facts));
export const memoText = writeMemoText(signInFields(facts));
export const message = toBytes(text);
export const memo = writeMemoMessage(owner.publicKey, memoText);

/** Version 2 statements, which have no `URI` line, so Auth accepts none as a sign-in. */
export const facts2: StatementFacts = { ...facts, version: 2 };
export const text2 = writeSignInText(signInFields(facts2));
export const memoText2 = writeMemoText(signInFields(facts2));
export const message2 = toBytes(text2);
export const memo2 = writeMemoMessage(owner.publicKey, memoText2);

/** A statement of version 3, which moves the wallet and deletes the account that it leaves. */
export const facts3: StatementFacts = { ...facts, version: 3, purpose: 'move' };
export const text3 = writeSignInText(signInFields(facts3));
export const message3 = toBytes(text3);
export const memo3 = writeMemoMessage(owner.publicKey, writeMemoText(signInFields(facts3)));

/** A statement signed as issued. `changes` replace the valid values. */
export function textEvidence(changes: Partial<ProofEvidence> = {}): ProofEvidence {
  const signature = owner.sign(changes.signedBytes ?? changes.message ?? message);
  const { address } = owner;
  const right = { version: 1, method: 'sign_message', address, origin: facts.origin, message } as const;
  return { ...right, signedBytes: changes.message ?? message, signature, ...changes };
}

export function memoEvidence(changes: Partial<ProofEvidence> = {}): ProofEvidence {
  return textEvidence({ method: 'memo', message: memo, ...changes });
}

/** One of the eight points whose order divides 8. 0 is the neutral point. */
export function smallOrderPoint(index: number) {
  const generator = Point.fromHex('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a');
  return index === 0 ? Point.ZERO : generator.multiplyUnsafe(BigInt(index));
}

/**
 * A signature by the key's owner with a freely chosen point. It satisfies the cofactored equation, so libraries that use
 * that equation accept it.
 */
export function signWithPoint(
  pointBytes: Uint8Array,
  secret: bigint,
  signed: Uint8Array,
  publicKey: Uint8Array,
) {
  const hash = createHash('sha512')
    .update(joinBytes(pointBytes, publicKey, signed))
    .digest();
  const challenge = Fn.create(bytesToNumberLE(hash));
  return joinBytes(pointBytes, numberToBytesLE(Fn.add(secret, Fn.mul(challenge, owner.scalar)), 32));
}
