import { joinBytes } from '../src/proof/bytes.ts';
import { applicationOf, frameLegacy, frameVersion0, frameVersion1 } from './frames.ts';
import { type InvalidVector, message, owner, stranger, text, textEvidence, toBytes } from './ingredients.ts';

const host = 'countersign.example';
const right = frameVersion0({ content: message });
const both = [owner.publicKey, stranger.publicKey];
const otherMessage = toBytes(text.replace('7F3K-2Q9D', '7F3K-2Q9E'));

const wrongFrames: Record<string, Uint8Array> = {
  'version 0, another signer': frameVersion0({ signers: [stranger.publicKey], content: message }),
  'version 1, another signer': frameVersion1({ signers: [stranger.publicKey], content: message }),
  'version 0, two signers': frameVersion0({ signers: both, content: message }),
  'version 1, two signers': frameVersion1({ signers: both, content: message }),
  'version 0, no signer': frameVersion0({ signers: [], content: message }),
  'version 0, another site as application': frameVersion0({
    application: applicationOf('elsewhere.example'),
    content: message,
  }),
  'version 0, a site that begins like this one': frameVersion0({
    application: applicationOf(`${host}.org`),
    content: message,
  }),
  'version 0, length one too small': frameVersion0({ length: message.length - 1, content: message }),
  'version 0, length 0': frameVersion0({ length: 0, content: message }),
  'version 0, length in the other byte order': frameVersion0({
    length: ((message.length & 0xff) << 8) | (message.length >> 8),
    content: message,
  }),
  'legacy, length one too large': frameLegacy({ length: message.length + 1, content: message }),
  'version 0, format 3': frameVersion0({ format: 3, content: message }),
  'legacy, format 3': frameLegacy({ format: 3, content: message }),
  'version 2': frameVersion1({ version: 2, content: message }),
  'version 1 in the layout of version 0': frameVersion0({ version: 1, content: message }),
  'another first byte': frameVersion0({
    signingDomain: joinBytes([0xfe], toBytes('solana offchain')),
    content: message,
  }),
  'without its first byte': right.subarray(1),
  'capitals in its name': frameVersion0({
    signingDomain: joinBytes([0xff], toBytes('Solana offchain')),
    content: message,
  }),
  'a frame in a frame': frameVersion0({ content: right }),
  'a legacy frame in a version 1 frame': frameVersion1({ content: frameLegacy({ content: message }) }),
  'the end cut off': right.subarray(0, -1),
  'only its head': right.subarray(0, -message.length),
  'a byte behind it': joinBytes(right, [0]),
  'around another statement': frameVersion0({ content: otherMessage }),
  'around nothing': frameVersion0({ content: new Uint8Array(0) }),
  'signature appended to it': joinBytes(right, owner.sign(right)),
};

export const invalidFrames: InvalidVector[] = [
  ...Object.entries(wrongFrames).map(
    ([what, signedBytes]): InvalidVector => ({
      attack: `frame: ${what}`,
      reason: 'signed_bytes.different',
      evidence: textEvidence({ signedBytes }),
    }),
  ),
  ...Object.entries(wrongFrames).map(
    ([what, frame]): InvalidVector => ({
      attack: `message given back, but frame signed: ${what}`,
      reason: 'signature.wrong',
      evidence: textEvidence({ signature: owner.sign(frame) }),
    }),
  ),
  {
    attack: 'frame: right, signed by another key',
    reason: 'signature.wrong',
    evidence: textEvidence({ signedBytes: right, signature: stranger.sign(right) }),
  },
  {
    attack: 'frame: given back, but only the message signed',
    reason: 'signature.wrong',
    evidence: textEvidence({ signedBytes: right, signature: owner.sign(message) }),
  },
  {
    attack: 'frame: one given back, another signed',
    reason: 'signature.wrong',
    evidence: textEvidence({
      signedBytes: right,
      signature: owner.sign(frameVersion1({ content: message })),
    }),
  },
];
