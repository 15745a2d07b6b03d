import { base64 } from '@scure/base';
import { joinBytes } from '../proof/bytes.ts';
import { signingDomain, writeOffchainMessage } from '../proof/off-chain-message.ts';
import { signInFields, writeSignInText } from '../proof/statement.ts';
import type { ProofEvidence, ProofRefusal } from '../proof/verify.ts';
import {
  facts2,
  memo2,
  memo3,
  memoEvidence,
  message,
  message2,
  message3,
  owner,
  stranger,
  text2,
  textEvidence,
  toBytes,
} from './signed-statements.ts';

const framed2 = writeOffchainMessage(message2, owner.publicKey);

function offchainEvidence(changes: Partial<ProofEvidence> = {}): ProofEvidence {
  return textEvidence({
    ...{ version: 2, method: 'sign_offchain_message', message: message2, signedBytes: framed2 },
    ...changes,
  });
}

/** One vector per signing method, under its name in the file. Add one for a new method. */
export const vectorOfMethod: Record<string, ProofEvidence> = {
  'sign_in: the wallet wrote and signed the statement': textEvidence({ method: 'sign_in' }),
  'sign_message: the wallet signed the statement': textEvidence(),
  'memo: the transaction that can never land': memoEvidence(),
  'version 2, sign_in: the wallet wrote and signed the statement': textEvidence({
    ...{ version: 2, method: 'sign_in', message: message2 },
  }),
  'version 2, sign_message: the wallet signed the statement': textEvidence({ version: 2, message: message2 }),
  'version 2, memo: the transaction that can never land': memoEvidence({ version: 2, message: memo2 }),
  'version 3, sign_in: the wallet wrote and signed the statement': textEvidence({
    ...{ version: 3, method: 'sign_in', message: message3 },
  }),
  'version 3, sign_message: the wallet signed the statement': textEvidence({ version: 3, message: message3 }),
  'version 3, memo: the transaction that can never land': memoEvidence({ version: 3, message: memo3 }),
  'version 2, sign_offchain_message: version 1, with the key as its only signer': offchainEvidence(),
  'version 3, sign_offchain_message: version 1, with the key as its only signer': offchainEvidence({
    ...{ version: 3, message: message3, signedBytes: writeOffchainMessage(message3, owner.publicKey) },
  }),
};

const { publicKey } = owner;
const other = stranger.publicKey;
/** Everything after the domain. */
const framedAs = (...parts: (Uint8Array | number[])[]) => joinBytes(signingDomain, ...parts);
const length2 = [message2.length & 0xff, message2.length >> 8];
const withCarriageReturns = toBytes(text2.replaceAll('\n', '\r\n'));
// U+212A, whose normalization is the K of the account's ID.
const withKelvin = toBytes(text2.replace('7F3K', '7F3\u212a'));
const toMove = toBytes(writeSignInText(signInFields({ ...facts2, purpose: 'move' })));

/** What a wallet may return as an off-chain message, signed by the owner. */
const notTheMessage: Record<string, Uint8Array> = {
  'two signers, ours first': framedAs([1, 2], publicKey, other, message2),
  'two signers, ours not first': framedAs([1, 2], other, publicKey, message2),
  'our signer twice': framedAs([1, 2], publicKey, publicKey, message2),
  'another signer alone': framedAs([1, 1], other, message2),
  'no signer': framedAs([1, 0], message2),
  'a count of two with one signer': framedAs([1, 2], publicKey, message2),
  'a count of one with two signers': framedAs([1, 1], publicKey, other, message2),
  'a length before the text': framedAs([1, 1], publicKey, length2, message2),
  'the text cut off': framed2.slice(0, -1),
  'a zero byte after the text': joinBytes(framed2, [0]),
  'an invalid UTF-8 byte after the text': joinBytes(framed2, [0x80]),
  'a byte order mark before the text': framedAs([1, 1], publicKey, [0xef, 0xbb, 0xbf], message2),
  'version 0 in the layout of version 1': framedAs([0, 1], publicKey, message2),
  'version 2 in the layout of version 1': framedAs([2, 1], publicKey, message2),
  'version 0': framedAs([0], new Uint8Array(32), [1, 1], publicKey, length2, message2),
  'the legacy layout': framedAs([0, 1], length2, message2),
  'another domain': joinBytes([0xff], toBytes('solana onchain!!'), [1, 1], publicKey, message2),
  'no domain': framed2.slice(signingDomain.length),
  'other line breaks': framedAs([1, 1], publicKey, withCarriageReturns),
  'a letter that normalizes to the same': framedAs([1, 1], publicKey, withKelvin),
  'the statement of another purpose': framedAs([1, 1], publicKey, toMove),
  'a sign-in': framedAs([1, 1], publicKey, message),
  'the transaction of a memo': memo2,
  'the statement without a frame': message2,
};

type Attack = [evidence: ProofEvidence, reason: ProofRefusal];

/** Attacks on the methods above, under their names in the file, each with the first check that fails. */
export const attackOnMethod: Record<string, Attack> = {
  ...Object.fromEntries(
    Object.entries(notTheMessage).map(([name, signedBytes]): [string, Attack] => [
      `sign_offchain_message: ${name}`,
      [offchainEvidence({ signedBytes, signature: owner.sign(signedBytes) }), 'signed_bytes.different'],
    ]),
  ),
  'sign_offchain_message: its own signature appended': [
    offchainEvidence({
      signedBytes: joinBytes(framed2, owner.sign(framed2)),
      signature: owner.sign(framed2),
    }),
    'signed_bytes.different',
  ],
  'sign_offchain_message: the statement returned, but the message signed': [
    offchainEvidence({ signedBytes: message2, signature: owner.sign(framed2) }),
    'signed_bytes.different',
  ],
  'sign_offchain_message: the message returned, but the statement signed': [
    offchainEvidence({ signature: owner.sign(message2) }),
    'signature.wrong',
  ],
  'sign_offchain_message: the message returned, but a transaction signed': [
    offchainEvidence({ signature: owner.sign(memo2) }),
    'signature.wrong',
  ],
  'sign_offchain_message: signed by another key': [
    offchainEvidence({ signature: stranger.sign(framed2) }),
    'signature.wrong',
  ],
  'sign_offchain_message: a message as the issued statement': [
    offchainEvidence({ message: framed2, signedBytes: writeOffchainMessage(framed2, publicKey) }),
    'message.malformed',
  ],
  'sign_offchain_message: a statement that signs in': [
    offchainEvidence({ version: 1, message, signedBytes: writeOffchainMessage(message, publicKey) }),
    'message.other_version',
  ],
  'memo: an off-chain message around it': [
    memoEvidence({ version: 2, message: memo2, signedBytes: writeOffchainMessage(memo2, publicKey) }),
    'signed_bytes.different',
  ],
};

export function writeVector({ message, signedBytes, signature, ...rest }: ProofEvidence) {
  const { version, method, address, origin } = rest;
  return {
    ...{ version, method, address, origin },
    message: base64.encode(message),
    signedBytes: base64.encode(signedBytes),
    signature: base64.encode(signature),
  };
}
