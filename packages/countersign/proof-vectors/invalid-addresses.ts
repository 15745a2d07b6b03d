import { ed25519 } from '@noble/curves/ed25519.js';
import { numberToBytesLE } from '@noble/curves/utils.js';
import { base58 } from '@scure/base';
import { PublicKey, SystemProgram } from '@solana/web3.js';
import { joinBytes } from '../src/proof/bytes.ts';
import { signInFields, writeSignInText } from '../src/proof/statement.ts';
import {
  facts,
  type InvalidVector,
  owner,
  signWithPoint,
  smallOrderPoint,
  textEvidence,
  toBytes,
} from './ingredients.ts';

/** The neutral point and the number 0: for a key of small order the equation with the cofactor holds. */
const forgedSignature = joinBytes([1], new Uint8Array(63));

function textNaming(address: string): Uint8Array {
  return toBytes(writeSignInText(signInFields({ ...facts, address })));
}

function forgery(attack: string, publicKey: Uint8Array, reason: InvalidVector['reason']): InvalidVector {
  const address = base58.encode(publicKey);
  return {
    attack,
    reason,
    evidence: textEvidence({ address, message: textNaming(address), signature: forgedSignature }),
  };
}

function smallOrder(): InvalidVector[] {
  return Array.from({ length: 8 }, (_, index) =>
    forgery(
      `key of small order ${index + 1} of 8, signature made up without a secret`,
      smallOrderPoint(index).toBytes(),
      'address.small_order',
    ),
  );
}

const fieldPrime = ed25519.Point.Fp.ORDER;
const notCanonical: InvalidVector[] = [
  forgery('key not canonical: y is p', numberToBytesLE(fieldPrime, 32), 'address.not_on_curve'),
  forgery('key not canonical: y is p + 1', numberToBytesLE(fieldPrime + 1n, 32), 'address.not_on_curve'),
  forgery(
    'key not canonical: x is 0 with its sign bit set',
    joinBytes([1], new Uint8Array(30), [0x80]),
    'address.not_on_curve',
  ),
];

/** Keys that share the owner's secret but for a part of small order: libraries disagree about their signatures. */
function mixedOrder(): InvalidVector {
  const nonce = ed25519.Point.BASE.multiply(7n).toBytes();
  const publicKey = ed25519.Point.fromBytes(owner.publicKey).add(smallOrderPoint(1)).toBytes();
  const address = base58.encode(publicKey);
  const message = textNaming(address);
  return {
    attack: 'key of mixed order, signature that only the equation with the cofactor accepts',
    reason: 'address.mixed_order',
    evidence: textEvidence({
      address,
      message,
      signature: signWithPoint(nonce, 7n, message, publicKey),
    }),
  };
}

function misspelt(attack: string, address: string, reason: InvalidVector['reason']): InvalidVector {
  return { attack, reason, evidence: textEvidence({ address }) };
}

export const invalidAddresses: InvalidVector[] = [
  ...smallOrder(),
  ...notCanonical,
  mixedOrder(),
  misspelt(
    'program address off the curve',
    PublicKey.findProgramAddressSync([owner.publicKey], SystemProgram.programId)[0].toBase58(),
    'address.not_on_curve',
  ),
  misspelt('address is empty', '', 'address.not_base58'),
  misspelt('address with a 0, which base58 lacks', `0${owner.address.slice(1)}`, 'address.not_base58'),
  misspelt('address with a line break behind it', `${owner.address}\n`, 'address.not_base58'),
  misspelt('address with a space before it', ` ${owner.address}`, 'address.not_base58'),
  misspelt(
    'address with a Cyrillic letter that looks Latin',
    `а${owner.address.slice(1)}`,
    'address.not_base58',
  ),
  misspelt('address with another leading 1: 33 bytes', `1${owner.address}`, 'address.wrong_length'),
  misspelt('address of 31 bytes', base58.encode(owner.publicKey.subarray(1)), 'address.wrong_length'),
  misspelt('address of 33 bytes', base58.encode(joinBytes(owner.publicKey, [1])), 'address.wrong_length'),
  misspelt('address of 10,000 characters', 'z'.repeat(10_000), 'address.wrong_length'),
];
