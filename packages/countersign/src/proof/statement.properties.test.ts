import { base58 } from '@scure/base';
import { anyCharacter, fc } from '../../../../lib/testing/properties';
import { refuseDisplayName, writePlainName } from './display-name.ts';
import { readMessageText, readSiteStatement, readStatement } from './read-statement.ts';
import {
  frameSignIn,
  frameStatement,
  proofMethods,
  type SignInFields,
  type StatementFacts,
  signInFields,
  writeMemoText,
  writePresenceStatement,
  writeSignInStatement,
  writeSignInText,
} from './statement.ts';

const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.split('');
const codeHalf = fc.string({ unit: fc.constantFrom(...digits), minLength: 4, maxLength: 4 });
const origin = fc
  .tuple(
    fc.constantFrom('http', 'https'),
    fc.oneof(fc.domain(), fc.ipV4(), fc.constantFrom('localhost', '[::1]')),
    fc.option(fc.integer({ min: 1, max: 65_535 })),
  )
  .map(([scheme, host, port]) => new URL(`${scheme}://${host}${port ? `:${port}` : ''}`).origin);
const displayName = fc.option(
  fc.oneof(
    fc.string({ unit: fc.constantFrom(...'adIDX19-._ "()\n'), maxLength: 34 }),
    fc.string({ maxLength: 34 }),
    fc.string({ unit: 'grapheme', maxLength: 10 }),
  ),
);
const time = fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true });
const method = fc.constantFrom(...proofMethods);
const kind = fc.constantFrom<Pick<StatementFacts, 'version' | 'purpose'>>(
  { version: 1, purpose: 'prove' },
  { version: 1, purpose: 'move' },
  { version: 2, purpose: 'prove' },
  { version: 2, purpose: 'move' },
  { version: 3, purpose: 'move' },
);
const others: fc.Arbitrary<Omit<StatementFacts, 'version' | 'purpose'>> = fc.record({
  origin,
  address: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((key) => base58.encode(key)),
  chain: fc.constantFrom('solana:mainnet', 'solana:devnet', 'solana:testnet', 'solana:localnet'),
  accountCode: fc.tuple(codeHalf, codeHalf).map((halves) => halves.join('-')),
  displayName,
  nonce: fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 32, maxLength: 32 }),
  issuedAt: time,
  expiresAt: time,
});
const facts: fc.Arbitrary<StatementFacts> = fc
  .tuple(kind, others)
  .map(([said, framed]) => ({ ...said, ...framed }));

const write = (by: (typeof proofMethods)[number], fields: SignInFields) =>
  by === 'memo' ? writeMemoText(fields) : writeSignInText(fields);

/** The facts as readStatement returns them. The name is null unless the text contains it. */
function asRead({ origin, displayName, ...others }: StatementFacts, text: string) {
  return {
    ...others,
    domain: new URL(origin).host,
    ...(others.version === 1 && { uri: origin }),
    displayName: text.includes(`account "${displayName}" (ID`) ? displayName : null,
  };
}

test("every written statement is read back unchanged, whatever the account's name", () => {
  fc.assert(
    fc.property(facts, method, (written, by) => {
      const text = write(by, signInFields(written));
      expect(readStatement(by, text)).toEqual(asRead(written, text));
    }),
  );
});

test('no name in a statement can leave the quotes or pass for a code', () => {
  fc.assert(
    fc.property(facts, (written) => {
      const text = writeSignInText(signInFields(written));
      const named = /"(.*)"/s.exec(text)?.[1];
      if (named !== undefined) expect(named).toMatch(/^[\w ._-]{1,32}$/);
      expect(text.match(/"/g) ?? []).toHaveLength(named === undefined ? 0 : 2);
      expect(text.match(/\bID\b/g)).toHaveLength(2);
      expect(text.split('\n')).toHaveLength(written.version === 1 ? 11 : 10);
    }),
  );
});

test('a display name in any script changes no quote, line or code of a statement', () => {
  const letter = fc.constantFrom(
    ...'aéßØłжДωאعक्ि山さ한ʻ’ .-_19\u0301\u0323\u00b5\u2126\uff29\uff24'.split(''),
    'ID',
    '9H4M',
  );
  const typed = fc.oneof(
    fc.array(letter, { maxLength: 34 }).map((letters) => letters.join('')),
    fc.string({ unit: 'grapheme', maxLength: 34 }),
  );
  fc.assert(
    fc.property(facts, typed, method, (written, name, by) => {
      const shown = name.normalize('NFC').trim();
      const displayName = writePlainName(shown);
      const text = write(by, signInFields({ ...written, displayName }));
      expect(readStatement(by, text)).toMatchObject({ displayName, accountCode: written.accountCode });
      expect(text).toMatch(/^[\x20-\x7e\n]+$/);
      expect(text.match(/"/g) ?? []).toHaveLength(displayName === null ? 0 : 2);
      if (refuseDisplayName(shown) !== null) return;
      expect(shown).not.toMatch(/["“”„«»:：()\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u);
      expect(shown.normalize('NFKC')).not.toMatch(/(?<![\p{L}\p{N}])id(?![\p{L}\p{N}])/iu);
      expect([...shown].length).toBeLessThanOrEqual(32);
    }),
  );
});

/** The text after a random cut, insertion or replacement. */
const tampered = (text: string) =>
  fc
    .tuple(
      fc.nat(text.length),
      fc.nat(12),
      fc.oneof(
        fc.constant(''),
        fc.string({ maxLength: 3 }),
        fc.string({ unit: 'grapheme', maxLength: 2 }),
        fc.constantFrom(
          ' ',
          '\n',
          '\n\n',
          'URI: https://evil.example\n',
          '"',
          '(ID 1111-1111)',
          'é',
          '\u0130',
        ),
      ),
    )
    .map(([at, cut, more]) => text.slice(0, at) + more + text.slice(at + cut));

test('a changed statement is refused, or writing its values gives the same text', () => {
  fc.assert(
    fc.property(
      fc
        .tuple(facts, method)
        .chain(([written, by]) => fc.tuple(fc.constant(by), tampered(write(by, signInFields(written))))),
      ([by, text]) => {
        const said = readStatement(by, text);
        if (!said) return;
        const again = { ...said, origin: said.uri ?? `https://${said.domain}` };
        expect(write(by, signInFields(again))).toBe(text);
      },
    ),
  );
});

test('a statement for sign-in or step-up never reads as a proof', () => {
  fc.assert(
    fc.property(facts, method, fc.boolean(), (written, by, opensAccount) => {
      const presence = write(by, frameStatement(writePresenceStatement(written), written));
      const signIn = write(by, frameSignIn(writeSignInStatement({ ...written, opensAccount }), written));
      expect([readStatement(by, presence), readSiteStatement(by, presence)]).toEqual([null, null]);
      expect(readStatement(by, signIn)).toBeNull();
      expect(readSiteStatement(by, signIn)).toMatchObject({ version: 1, uri: written.origin });
    }),
  );
});

test('no text makes the reader throw', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'countersign.example wants you to sign in with your Solana account:\n',
      'Prove this wallet for the Countersign account ',
      'Sign in to Countersign at x. ',
      'with ID 7F3K-2Q9D. It',
      '"ada" (ID 7F3K-2Q9D).',
      '\n\n',
      ' ',
      'URI: https://countersign.example\n',
      'Version: 1\nChain ID: é\nNonce: \u0000\n',
      'Issued At: 2026-11-20T09:00:00.000Z\nExpiration Time: +999999-01-01T00:00:00Z',
      'Issued At: 2026-11-20T09:00:00.000Z\nExpiration Time: 2026-11-20T09:05:00.000Z',
    ),
    fc.string({ unit: anyCharacter, maxLength: 6 }),
  );
  const anyText = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
    facts.chain((written) => tampered(writeSignInText(signInFields(written)))),
  );
  fc.assert(
    fc.property(anyText, method, (text, by) => {
      for (const said of [readStatement(by, text), readSiteStatement(by, text)])
        expect(said === null || said.domain.length > 0).toBe(true);
    }),
  );
});

test('the text of a message is printable, and no bytes make reading it throw', () => {
  const key = new Uint8Array(32);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 1300 }), method, (bytes, by) => {
      const text = readMessageText(by, bytes, key);
      expect(text === null || /^[\x20-\x7e\n]+$/.test(text)).toBe(true);
      if (text !== null) expect(new TextEncoder().encode(text)).toEqual(bytes);
    }),
  );
});
