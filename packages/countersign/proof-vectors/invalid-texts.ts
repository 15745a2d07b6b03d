import { joinBytes } from '../src/proof/bytes.ts';
import type { ProofEvidence } from '../src/proof/verify.ts';
import { facts, type InvalidVector, message, stranger, text, textEvidence, toBytes } from './ingredients.ts';

function replaceOnce(from: string, to: string): Uint8Array {
  if (!text.includes(from)) throw new Error(`The statement has no ${from}`);
  return toBytes(text.replace(from, to));
}

/** Texts that the owner signed instead of the issued one. */
const otherTexts: Record<string, Uint8Array> = {
  'one character of the domain': replaceOnce('countersign.example wants', 'countersiqn.example wants'),
  'one character of the address': replaceOnce(
    facts.address,
    `${facts.address.slice(0, -1)}${facts.address.endsWith('z') ? 'y' : 'z'}`,
  ),
  'one character of the sentence': replaceOnce('moves no funds', 'moves my funds'),
  'one character of the account code': replaceOnce('7F3K-2Q9D', '7F3K-2Q9E'),
  'another display name': replaceOnce('"ada"', '"eve"'),
  'one character of the URI': replaceOnce('URI: https', 'URI: http'),
  'the URI with a slash behind it': replaceOnce(
    'URI: https://countersign.example',
    'URI: https://countersign.example/',
  ),
  'another version': replaceOnce('Version: 1', 'Version: 2'),
  'another chain': replaceOnce('solana:mainnet', 'solana:devnet'),
  'a bare chain name': replaceOnce('solana:mainnet', 'mainnet'),
  'one character of the nonce': replaceOnce('Nonce: 6f', 'Nonce: 7f'),
  'a later expiry': replaceOnce('09:05:00', '19:05:00'),
  'a time without milliseconds': replaceOnce('09:00:00.000Z', '09:00:00Z'),
  'reordered fields': replaceOnce(
    'Version: 1\nChain ID: solana:mainnet',
    'Chain ID: solana:mainnet\nVersion: 1',
  ),
  'an added field': joinBytes(message, toBytes('\nNot Before: 2026-11-20T09:00:00.000Z')),
  'a missing blank line': replaceOnce('\n\nProve', '\nProve'),
  'a line break behind it': joinBytes(message, [0x0a]),
  'a space behind it': joinBytes(message, [0x20]),
  'a zero byte behind it': joinBytes(message, [0]),
  'CRLF line breaks': toBytes(text.replaceAll('\n', '\r\n')),
  'a byte order mark before it': joinBytes([0xef, 0xbb, 0xbf], message),
  'a byte that is no UTF-8': message.map((byte, index) => (index === 0 ? 0xff : byte)),
  'UTF-16': Uint8Array.from(Buffer.from(text, 'utf16le')),
  'a homoglyph in the domain': replaceOnce('countersign.example wants', 'сountersign.example wants'),
  'capitals in the domain': replaceOnce('countersign.example wants', 'Countersign.example wants'),
  'the end cut off': message.subarray(0, -1),
  'nothing at all': new Uint8Array(0),
  'the text in base64': toBytes(Buffer.from(message).toString('base64')),
  'the message twice': joinBytes(message, message),
};

const signedElse = Object.entries(otherTexts).map(
  ([what, signedBytes]): InvalidVector => ({
    attack: `signed instead of the statement: ${what}`,
    reason: 'signed_bytes.different',
    evidence: textEvidence({ signedBytes }),
  }),
);

function issued(
  attack: string,
  reason: InvalidVector['reason'],
  changes: Partial<ProofEvidence>,
): InvalidVector {
  return { attack: `issued and signed: ${attack}`, reason, evidence: textEvidence(changes) };
}

const misissued: InvalidVector[] = [
  issued('text naming A, presented and signed by B', 'message.other_address', {
    address: stranger.address,
    signature: stranger.sign(message),
  }),
  issued('address only begins like this one', 'message.other_address', {
    message: replaceOnce(facts.address, `${facts.address}1`),
  }),
  issued('no address', 'message.other_address', { message: replaceOnce(`${facts.address}\n`, '') }),
  issued('another site', 'message.other_site', { message: replaceOnce('countersign.', 'elsewhere.') }),
  issued('a site that only begins like this one', 'message.other_site', {
    message: replaceOnce('countersign.example wants', 'countersign.example.evil.example wants'),
  }),
  issued('a site that only ends like this one', 'message.other_site', {
    message: replaceOnce('countersign.example wants', 'evil-countersign.example wants'),
  }),
  issued('the site without its port', 'message.other_site', { origin: 'https://countersign.example:8443' }),
  issued('a sentence of another kind before the opening', 'message.other_site', {
    message: joinBytes(toBytes('Hello.\n'), message),
  }),
  issued('CRLF line breaks', 'message.malformed', { message: toBytes(text.replaceAll('\n', '\r\n')) }),
  issued('a byte order mark before it', 'message.malformed', {
    message: joinBytes([0xef, 0xbb, 0xbf], message),
  }),
  issued('bytes that are no UTF-8', 'message.malformed', { message: joinBytes(message, [0xff]) }),
  issued('a bidirectional override in the name', 'message.malformed', {
    message: replaceOnce('"ada"', '"\u202eada"'),
  }),
  issued('a control character', 'message.malformed', { message: replaceOnce('"ada"', '"a\bda"') }),
  issued('empty message', 'message.malformed', { message: new Uint8Array(0) }),
  issued('origin with a path', 'origin.malformed', { origin: 'https://countersign.example/' }),
  issued('origin of a script', 'origin.malformed', { origin: 'javascript://countersign.example' }),
  issued('origin of another scheme', 'origin.malformed', { origin: 'ftp://countersign.example' }),
  issued('origin with a password', 'origin.malformed', { origin: 'https://a:b@countersign.example' }),
  issued('origin null', 'origin.malformed', { origin: 'null' }),
  issued('origin not in ASCII', 'origin.malformed', { origin: 'https://сountersign.example' }),
];

export const invalidTexts: InvalidVector[] = [...signedElse, ...misissued];
