import { createHash } from 'node:crypto';
import { ed25519, ed25519ctx, ed25519ph } from '@noble/curves/ed25519.js';
import { joinBytes } from '../src/proof/bytes.ts';
import { signInFields, writeSignInText } from '../src/proof/statement.ts';
import {
  Fn,
  facts,
  type InvalidVector,
  malleate,
  message,
  owner,
  signWithPoint,
  smallOrderPoint,
  stranger,
  textEvidence,
  toBytes,
} from './ingredients.ts';

const right = owner.sign(message);
const seed = toBytes('Countersign test key A: no funds');
const otherNonce = toBytes(
  writeSignInText(signInFields({ ...facts, nonce: '00000000000000000000000000000000' })),
);
const tooLarge = new Uint8Array(32).fill(0xff);
/** y is p + 1: the neutral point, spelt in a way that only ZIP 215 takes. */
const neutralMisspelt = joinBytes([0xee], new Uint8Array(30).fill(0xff), [0x7f]);

function flip(bytes: Uint8Array, at: number): Uint8Array {
  return bytes.map((byte, index) => (index === at ? byte ^ 1 : byte));
}

/** The secret number is 7, and its point has a part of small order. */
function signWithMixedPoint(): Uint8Array {
  const mixed = ed25519.Point.BASE.multiply(7n).add(smallOrderPoint(4)).toBytes();
  return signWithPoint(mixed, 7n, message, owner.publicKey);
}

const wrongSignatures: Record<string, Uint8Array> = {
  'by another key': stranger.sign(message),
  'by the right key, of a statement with another nonce': owner.sign(otherNonce),
  'by the right key, of nothing': owner.sign(new Uint8Array(0)),
  'by the right key, of the hash of the message': owner.sign(createHash('sha256').update(message).digest()),
  'prehashed (Ed25519ph)': ed25519ph.sign(message, seed),
  'with a context (Ed25519ctx)': ed25519ctx.sign(message, seed, { context: toBytes('solana') }),
  'number malleated by the order of the group': malleate(right),
  'number is the order of the group': joinBytes(
    right.subarray(0, 32),
    malleate(new Uint8Array(64)).subarray(32),
  ),
  'number of all ones': joinBytes(right.subarray(0, 32), tooLarge),
  'one bit of the point changed': flip(right, 0),
  'sign bit of the point changed': right.map((byte, index) => (index === 31 ? byte ^ 0x80 : byte)),
  'one bit of the number changed': flip(right, 32),
  'negated number': joinBytes(right.subarray(0, 32), Fn.toBytes(Fn.neg(Fn.fromBytes(right.subarray(32))))),
  'halves swapped': joinBytes(right.subarray(32), right.subarray(0, 32)),
  'of all zeros': new Uint8Array(64),
  'of all ones': new Uint8Array(64).fill(0xff),
  'made up: the neutral point and 0': joinBytes([1], new Uint8Array(63)),
  'point of small order, made with the secret': signWithPoint(
    smallOrderPoint(4).toBytes(),
    0n,
    message,
    owner.publicKey,
  ),
  'neutral point, made with the secret': signWithPoint(
    smallOrderPoint(0).toBytes(),
    0n,
    message,
    owner.publicKey,
  ),
  'point of mixed order, made with the secret': signWithMixedPoint(),
  'point not canonical, made with the secret': signWithPoint(neutralMisspelt, 0n, message, owner.publicKey),
};

const wrongLengths: Record<string, Uint8Array> = {
  'signature is empty': new Uint8Array(0),
  'signature of 63 bytes': right.subarray(0, -1),
  'signature of 65 bytes': joinBytes(right, [0]),
  'signature twice': joinBytes(right, right),
  'signature in hexadecimal': toBytes(Buffer.from(right).toString('hex')),
  'public key instead of a signature': owner.publicKey,
};

const wrongAppendices: Record<string, Uint8Array> = {
  'appended: another signature of the message': joinBytes(message, stranger.sign(message)),
  'appended: zeros': joinBytes(message, new Uint8Array(64)),
  'appended: half of the signature': joinBytes(message, right.subarray(0, 32)),
  'appended: the signature twice': joinBytes(message, right, right),
  'appended: the signature before the message': joinBytes(right, message),
  'appended: the signature to a changed message': joinBytes(flip(message, 400), right),
  'appended: the signature alone': right,
};

export const invalidSignatures: InvalidVector[] = [
  ...Object.entries(wrongSignatures).map(
    ([what, signature]): InvalidVector => ({
      attack: `signature ${what}`,
      reason: 'signature.wrong',
      evidence: textEvidence({ signature }),
    }),
  ),
  ...Object.entries(wrongLengths).map(
    ([attack, signature]): InvalidVector => ({
      attack,
      reason: 'signature.wrong_length',
      evidence: textEvidence({ signature }),
    }),
  ),
  ...Object.entries(wrongAppendices).map(
    ([attack, signedBytes]): InvalidVector => ({
      attack,
      reason: 'signed_bytes.different',
      evidence: textEvidence({ signedBytes, signature: right }),
    }),
  ),
  {
    attack: 'appended: a wrong signature that is also the one given',
    reason: 'signature.wrong',
    evidence: textEvidence({
      signedBytes: joinBytes(message, stranger.sign(message)),
      signature: stranger.sign(message),
    }),
  },
];
