import {
  facts,
  memo,
  memoText,
  message,
  owner,
  stranger,
  text,
  toBytes,
} from '../testing/signed-statements.ts';
import { writeMemoMessage } from './memo-transaction.ts';
import { isOrigin, namesSite, readMessageText, readSiteStatement, readStatement } from './read-statement.ts';
import {
  frameSignIn,
  frameStatement,
  type ProofMethod,
  signInFields,
  writeMemoText,
  writeSignInStatement,
  writeSignInText,
} from './statement.ts';

const key = owner.publicKey;
const byteOrderMark = [0xef, 0xbb, 0xbf];

describe('the text of a message', () => {
  it('is the message itself, or the text that a memo transaction carries', () => {
    expect(readMessageText('sign_in', message, key)).toBe(text);
    expect(readMessageText('sign_message', message, key)).toBe(text);
    expect(readMessageText('memo', memo, key)).toBe(memoText);
  });

  it.each<[string, ProofMethod, Uint8Array]>([
    ['a byte order mark before it', 'sign_in', Uint8Array.from([...byteOrderMark, ...message])],
    ['a letter outside of ASCII', 'sign_message', toBytes(text.replace('ada', 'аda'))],
    ['a tab', 'sign_message', toBytes(text.replace(' ', '\t'))],
    ['nothing in it', 'sign_message', new Uint8Array()],
    ['nothing in its memo', 'memo', writeMemoMessage(key, '')],
    ['a line feed in its memo', 'memo', writeMemoMessage(key, 'a memo\nof two lines')],
    ['a line feed behind its memo', 'memo', writeMemoMessage(key, 'a memo\n')],
    ['a memo of another signer', 'memo', writeMemoMessage(stranger.publicKey, memoText)],
    ['no transaction around its memo', 'memo', toBytes(memoText)],
  ])('is null with %s', (_, method, bytes) => {
    expect(readMessageText(method, bytes, key)).toBeNull();
  });
});

describe('readSiteStatement', () => {
  const write = { memo: writeMemoText, sign_message: writeSignInText };
  const methods = ['memo', 'sign_message'] as const;
  const sentences = writeSignInStatement({ origin: facts.origin, opensAccount: true });
  const { nonce, address, chain, issuedAt, expiresAt } = facts;

  it.each(methods)('reads a written statement, by %s', (method) => {
    const read = readSiteStatement(method, write[method](frameSignIn(sentences, facts)));
    const domain = 'countersign.example';
    const frame = { domain, uri: facts.origin, nonce, address, chain, issuedAt, expiresAt };
    expect(read).toStrictEqual({ ...frame, version: 1 });
  });

  it.each(methods)('returns null, by %s, for a changed word or a missing URI line', (method) => {
    const signIn = write[method](frameSignIn(sentences, facts));
    expect(readSiteStatement(method, signIn.replace('creates one', 'creates two'))).toBeNull();
    expect(readSiteStatement(method, write[method](frameStatement(sentences, facts)))).toBeNull();
    expect(readSiteStatement(method, write[method](signInFields(facts)))).toBeNull();
  });
});

it.each(['http://localhost:443', 'https://localhost:80', 'http://localhost', 'https://localhost'])(
  'reads a statement without a URI line for any origin: %s',
  (origin) => {
    const written = writeSignInText(signInFields({ ...facts, version: 2, origin }));
    expect(readStatement('sign_message', written)).toMatchObject({ domain: new URL(origin).host });
  },
);

describe('namesSite', () => {
  const named = { ...facts, domain: 'countersign.example' };
  const ofHost = (origin: string) => namesSite(named, origin);
  const ofOrigin = (origin: string) => namesSite({ ...named, uri: 'https://countersign.example' }, origin);

  it('accepts the site of that host, and with a URI line only its scheme', () => {
    expect([ofHost('https://countersign.example'), ofHost('http://countersign.example')]).toEqual([
      true,
      true,
    ]);
    expect(ofOrigin('https://countersign.example')).toBe(true);
    expect(ofOrigin('http://countersign.example')).toBe(false);
  });

  it.each([
    'https://evil.example',
    'https://countersign.example:8443',
    'https://countersign.example/',
    'wss://countersign.example',
    'nothing',
    '',
  ])('refuses %j', (origin) => {
    expect([ofHost(origin), ofOrigin(origin)]).toEqual([false, false]);
  });
});

describe('isOrigin', () => {
  it.each(['https://countersign.example', 'http://localhost:3000', 'https://[::1]:8443'])(
    'is true for an origin as browsers write it: %s',
    (value) => expect(isOrigin(value)).toBe(true),
  );

  const others =
    'null https: https:// https://countersign.example/ https://Countersign.example https://countersign.example:443 ' +
    'https://ada@countersign.example ftp://countersign.example wss://countersign.example ws://https:443 blob:https://countersign.example';
  it.each([undefined, '', ...others.split(' ')])('is false for %j', (value) =>
    expect(isOrigin(value)).toBe(false),
  );
});
