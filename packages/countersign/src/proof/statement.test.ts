import { base64 } from '@scure/base';
import { createSignInMessageText } from '@solana/wallet-standard-util';
import { facts2, memo2, message2, owner, text2 } from '../testing/signed-statements.ts';
import { readSiteStatement, readStatement } from './read-statement.ts';
import {
  frameSignIn,
  frameStatement,
  type ProofMethod,
  prepareStatement,
  proofMethods,
  type StatementFacts,
  signInFields,
  versionOfText,
  writeMemoText,
  writePresenceStatement,
  writeSignInStatement,
  writeSignInText,
  writeStatement,
} from './statement.ts';

const facts: StatementFacts = {
  version: 2,
  purpose: 'prove',
  origin: 'https://countersign.example:8443',
  address: '7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2',
  chain: 'solana:devnet',
  accountCode: '7F3K-2Q9D',
  displayName: 'ada',
  nonce: '0123456789abcdef0123456789abcdef',
  issuedAt: new Date('2026-11-20T09:00:00Z'),
  expiresAt: new Date('2026-11-20T09:05:00Z'),
};
const fields = signInFields(facts);
const facts1: StatementFacts = { ...facts, version: 1 };
const facts3: StatementFacts = { ...facts, version: 3, purpose: 'move' };
const versions = [1, 2] as const;

test('signing methods keep their published names, best first', () => {
  expect(proofMethods).toEqual(['sign_offchain_message', 'sign_in', 'sign_message', 'memo']);
});

describe('the text', () => {
  it('is identical to published proofs of version 1', () => {
    expect(writeSignInText(signInFields(facts1))).toBe(
      `countersign.example:8443 wants you to sign in with your Solana account:
7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2

Prove this wallet for the Countersign account "ada" (ID 7F3K-2Q9D). Continue only if that is your account. This costs nothing and moves no funds.

URI: https://countersign.example:8443
Version: 1
Chain ID: solana:devnet
Nonce: 0123456789abcdef0123456789abcdef
Issued At: 2026-11-20T09:00:00.000Z
Expiration Time: 2026-11-20T09:05:00.000Z`,
    );
    expect(writeStatement({ ...facts1, purpose: 'move', displayName: null })).toBe(
      'Move this wallet to the Countersign account with ID 7F3K-2Q9D. It leaves the account it is proven on now. ' +
        'Continue only if that is your account. This costs nothing and moves no funds.',
    );
  });

  it('of version 2 has no URI line, and says that the wallet can then sign in', () => {
    expect(writeSignInText(fields)).toBe(
      `countersign.example:8443 wants you to sign in with your Solana account:
7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2

Prove this wallet for the Countersign account "ada" (ID 7F3K-2Q9D). It can then be used to sign in to that account. Continue only if that is your account. This costs nothing and moves no funds.

Version: 1
Chain ID: solana:devnet
Nonce: 0123456789abcdef0123456789abcdef
Issued At: 2026-11-20T09:00:00.000Z
Expiration Time: 2026-11-20T09:05:00.000Z`,
    );
    expect(writeStatement({ ...facts, purpose: 'move', displayName: null })).toBe(
      'Move this wallet from the account it is proven on now to the Countersign account with ID 7F3K-2Q9D. ' +
        'It can then be used to sign in to that account. Continue only if that is your account. ' +
        'This costs nothing and moves no funds.',
    );
  });

  it('of version 3 alone deletes an account, and says so in a sentence that no name can hold', () => {
    const sentences =
      'Move this wallet to the Countersign account "ada" (ID 7F3K-2Q9D). ' +
      'This deletes the account it is proven on now. Continue only if both accounts are yours. ' +
      'This costs nothing and moves no funds.';
    expect(writeStatement(facts3)).toBe(sentences);
    const deletion = 'This deletes the account it is proven on now.';
    for (const version of versions) {
      for (const purpose of ['prove', 'move'] as const) {
        expect(writeStatement({ ...facts, version, purpose, displayName: deletion })).not.toContain(deletion);
      }
    }
    const read = (framed: typeof fields) => readStatement('sign_in', writeSignInText(framed));
    expect(read(frameStatement(sentences, facts))).toMatchObject({ version: 3, purpose: 'move' });
    expect(read(frameSignIn(sentences, facts))).toBeNull();
    expect(() => writeStatement({ ...facts3, purpose: 'prove' })).toThrow(RangeError);
  });

  it.each(versions)('of version %i is identical to the text that wallets write', (version) => {
    for (const purpose of ['prove', 'move'] as const) {
      for (const displayName of ['ada', null]) {
        const others = signInFields({ ...facts, version, purpose, displayName });
        expect('uri' in others).toBe(version === 1);
        expect(writeSignInText(others)).toBe(createSignInMessageText(others));
      }
    }
  });

  it('of a step-up says what it allows, and reads neither as a proof nor as a sign-in', () => {
    const statement = writePresenceStatement(facts);
    expect(statement).toBe(
      'Confirm that it is you for the Countersign account "ada" (ID 7F3K-2Q9D). For 10 minutes, the browser that asks may ' +
        'change that account. Continue only if that is your account and your browser. This costs nothing and moves no funds.',
    );
    const text = writeSignInText(frameStatement(statement, facts));
    expect(versionOfText(text)).toBe(2);
    expect(readStatement('sign_message', text)).toBeNull();
    expect(readSiteStatement('sign_message', text)).toBeNull();
  });

  it('of a sign-in names the site, and says whether it creates an account', () => {
    const { origin } = facts;
    expect(writeSignInStatement({ origin, opensAccount: false })).toBe(
      'Sign in to Countersign at countersign.example:8443 with this wallet. Continue only if you are on that site. ' +
        'This costs nothing and moves no funds.',
    );
    expect(writeSignInStatement({ origin, opensAccount: true })).toBe(
      'Sign in to Countersign at countersign.example:8443 with this wallet. If it is on no account there, this creates one ' +
        'and proves the wallet for it. Continue only if you are on that site. This costs nothing and moves no funds.',
    );
  });

  it('fits on one line for a memo, with nothing left out', () => {
    const memo = writeMemoText(fields);
    expect(memo).toMatch(/^[\x20-\x7e]+$/);
    expect(memo).not.toContain('  ');
    expect(memo.split(' ')).toEqual(writeSignInText(fields).split(/\s+/));
  });

  it.each([
    ['a line break in the nonce', { nonce: 'abc\nVersion: 2' }],
    ['a carriage return in the chain', { chain: 'solana:mainnet\r' }],
    ['a letter outside of ASCII in the code', { accountCode: '7F3К-2Q9D' }],
    ['an empty nonce', { nonce: '' }],
    ['no date', { issuedAt: new Date(Number.NaN) }],
  ])('throws with %s', (_, wrong) => {
    expect(() => writeSignInText(signInFields({ ...facts, ...wrong }))).toThrow(RangeError);
  });
});

describe('the account in the statement', () => {
  it.each(['ada', 'Ada Lovelace', 'a.b_c-d', 'Idris', 'David', 'x'.repeat(32)])(
    'is called %s',
    (displayName) => {
      expect(writeStatement({ ...facts, displayName })).toContain(`"${displayName}" (ID 7F3K-2Q9D)`);
    },
  );

  it.each([
    '',
    'x'.repeat(33),
    'eve" (ID 1111-1111)',
    'ada\nURI: https://evil.example',
    'ada\n',
    'аda',
    '\u202eada',
    'ada\u200b',
    'ID 9H4M-1T7V',
    'id_9H4M-1T7V',
    '9h4m-1t7v',
    'the 9H4M-1T7V one',
  ])('has no name if the name could mislead: %j', (displayName) => {
    const statement = writeStatement({ ...facts, displayName });
    expect(statement).toBe(writeStatement({ ...facts, displayName: null }));
    expect(statement).toContain('account with ID 7F3K-2Q9D.');
  });
});

describe('readStatement', () => {
  it.each(versions)('reads a written statement of version %i', (version) => {
    for (const purpose of ['prove', 'move'] as const) {
      for (const displayName of ['ada', null]) {
        const written = { ...facts, version, purpose, displayName };
        const { origin, ...others } = written;
        const said = { ...others, domain: 'countersign.example:8443', ...(version === 1 && { uri: origin }) };
        expect(readStatement('sign_in', writeSignInText(signInFields(written)))).toStrictEqual(said);
        expect(readStatement('memo', writeMemoText(signInFields(written)))).toStrictEqual(said);
      }
    }
  });

  it('returns null for sentences of one version in the frame of the other', () => {
    for (const version of versions) {
      const write = version === 1 ? frameStatement : frameSignIn;
      const text = writeSignInText(write(writeStatement({ ...facts, version }), facts));
      expect(readStatement('sign_in', text)).toBeNull();
    }
  });

  it.each([
    ['costs nothing', 'costs something'],
    ['Prove this wallet for', 'Prove this wallet to'],
    ['(ID 7F3K-2Q9D)', '(ID 7F3K-2Q9D) or "eve" (ID 1111-1111)'],
    ['"ada"', '"ID 1111-1111"'],
    ['funds.', 'funds. And more.'],
    ['Version: 1', 'Version: 2'],
    ['\n\nURI', '\nURI'],
    ['09:00:00.000Z', '09:00:00Z'],
    ['09:00:00.000Z', 'yesterday'],
    ['09:05:00.000Z', 'tomorrow'],
    ['countersign.example:8443 wants', 'countersign.example wants'],
    ['URI: https://countersign.example:8443', 'URI: https://countersign.example:8443/'],
    ['URI: https://countersign.example:8443', 'URI: nothing'],
  ])('returns null if %j becomes %j', (from, to) => {
    const text = writeSignInText(signInFields(facts1));
    expect(text).toContain(from);
    expect(readStatement('sign_in', text.replace(from, to))).toBeNull();
  });

  it.each([
    ['It can then be used', 'It can then not be used'],
    ['funds.\n', 'funds.\nURI: https://countersign.example:8443\n'],
    ['Version: 1', 'URI: https://countersign.example:8443\nVersion: 1'],
    ['Version: 1', 'URI:\nVersion: 1'],
    ['countersign.example:8443 wants', 'countersign.example:8443/ wants'],
    ['countersign.example:8443 wants', 'Countersign.example:8443 wants'],
  ])('returns null in version 2 if %j becomes %j', (from, to) => {
    const text = writeSignInText(fields);
    expect(text).toContain(from);
    expect(readStatement('sign_in', text.replace(from, to))).toBeNull();
  });

  it.each([
    ['the address', '7Np41oe', 'éNp41oe'],
    ['the chain', 'solana:devnet', 'solana:dévnet'],
    ['the nonce', '0123456789abcdef', '0123456789abcdéf'],
  ])('returns null, without an error, if %s is not ASCII', (_, from, to) => {
    for (const version of versions) {
      const text = writeSignInText(signInFields({ ...facts, version }));
      expect(text).toContain(from);
      expect(readStatement('sign_in', text.replace(from, to))).toBeNull();
      const memo = writeMemoText(signInFields({ ...facts, version }));
      expect(readStatement('memo', memo.replace(from, to))).toBeNull();
      const sentences = writeSignInStatement({ origin: facts.origin, opensAccount: true });
      const signIn = writeSignInText(frameSignIn(sentences, facts));
      expect(readSiteStatement('sign_in', signIn.replace(from, to))).toBeNull();
    }
  });

  it('reads several lines only from texts, and one line only from memos', () => {
    expect(readStatement('memo', writeSignInText(fields))).toBeNull();
    expect(readStatement('sign_in', writeMemoText(fields))).toBeNull();
  });
});

describe('the message for a wallet to sign', () => {
  const fields = signInFields(facts2);
  const prepare = (method: ProofMethod) => prepareStatement({ fields, method, publicKey: owner.publicKey });

  it.each(['sign_offchain_message', 'sign_in', 'sign_message'] as const)(
    'is the text itself by %s',
    (method) => {
      expect(prepare(method)).toEqual({
        ...{ method, address: owner.address, text: text2, fields, message: base64.encode(message2) },
        ...{ transaction: null, expiresAt: '2026-11-20T09:05:00.000Z' },
      });
    },
  );

  it('is a transaction with room for one signature by memo', () => {
    expect(prepare('memo')).toMatchObject({
      message: base64.encode(memo2),
      transaction: base64.encode(Uint8Array.of(1, ...new Uint8Array(64), ...memo2)),
    });
  });
});
