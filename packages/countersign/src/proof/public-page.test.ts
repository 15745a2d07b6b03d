import { base64 } from '@scure/base';
import { describePage, judgePage } from '../../../../cli/verify-proof/describe-page';
import { facts, owner, stranger } from '../testing/signed-statements.ts';
import { checkPublicPage } from './public-page.ts';
import { signInFields, writeSignInText } from './statement.ts';

const ids = ['0b0f6c7e-3d57-4c8b-9a55-2f1b6c1d7e90', '1b0f6c7e-3d57-4c8b-9a55-2f1b6c1d7e90'];

/** A proof whose key signed that it belongs to this account at this site. */
function proofOf(changes: Partial<typeof facts> = {}, id = ids[0], key = owner) {
  const said = { ...facts, address: key.address, ...changes };
  const statement = writeSignInText(signInFields(said));
  const bytes = new TextEncoder().encode(statement);
  const message = base64.encode(bytes);
  return {
    ...{ kind: 'countersign-proof', version: 1, id, status: 'standing', method: 'sign_message' },
    ...{ accountCode: said.accountCode, chain: said.chain, address: said.address, origin: said.origin },
    ...{ statement, message, signedBytes: message, signature: base64.encode(key.sign(bytes)) },
    ...{ provenAt: '2026-11-20T09:01:00.000Z', url: `${said.origin}/proofs/${id}` },
  };
}

const id = 'a1'.repeat(16);
const [first, second] = [proofOf(), proofOf({}, ids[1], stranger)];
const { statement: _, message: __, signedBytes: ___, signature: ____, ...rest } = second;
const withheld = { ...rest, evidenceAt: '2026-11-20T09:06:00.000Z' };
const page = {
  ...{ kind: 'countersign-page', version: 1, id, url: `${facts.origin}/people/${id}` },
  ...{ accountCode: facts.accountCode, proofs: [first, second] },
};
const github = { handle: 'bea-dev', id: '4711', confirmedAt: '2026-11-29T10:00:00.000Z' };

const check = (changes: object = {}) => checkPublicPage(JSON.parse(JSON.stringify({ ...page, ...changes })));
function verdicts(changes: object) {
  const checked = check(changes);
  if (checked.status !== 'checked') throw new Error(`It is ${checked.status}.`);
  const found = checked.proofs.map(({ verdict }) => verdict);
  const verdict = judgePage(checked);
  expect(checked.isValid).toBe(verdict === 'sound');
  expect(describePage(checked, null).includes('Sound:')).toBe(verdict === 'sound');
  return [...found, verdict];
}

it('passes a page whose proofs are all of its account and site', () => {
  expect(check({ github })).toMatchObject({ status: 'checked', isValid: true, page: { id, github } });
  expect(verdicts({})).toEqual(['valid', 'valid', 'sound']);
});

it.each<[attack: string, changes: object]>([
  [
    'a proof of another account',
    { proofs: [first, proofOf({ accountCode: '1111-1111' }, ids[1], stranger)] },
  ],
  [
    'a proof of another site',
    { proofs: [first, proofOf({ origin: 'https://elsewhere.example' }, ids[1], stranger)] },
  ],
  ['a proof with another address', { proofs: [first, { ...second, address: owner.address }] }],
  ['a proof that is listed twice', { proofs: [first, { ...first }] }],
  [
    'an ended proof',
    {
      proofs: [
        first,
        { kind: 'countersign-proof', version: 1, id: ids[1], status: 'removed', endedAt: first.provenAt },
      ],
    },
  ],
  ['something else', { proofs: [first, null] }],
])('fails a page for %s, and only for that', (_, changes) => {
  expect(verdicts(changes)).toEqual(['valid', 'invalid', 'unsound']);
});

it.each<[attack: string, changes: object]>([
  ['of another account', { accountCode: '1111-1111' }],
  ['at another site', { url: `https://elsewhere.example/people/${id}` }],
])('fails every proof of a page %s', (_, changes) => {
  expect(verdicts(changes)).toEqual(['invalid', 'invalid', 'unsound']);
});

it('finds nothing to verify on a page that only claims an account', () => {
  expect(verdicts({ proofs: [], github })).toEqual(['still-to-come']);
});

it('waits for evidence, unless another proof fails', () => {
  expect(verdicts({ proofs: [first, withheld] })).toEqual(['valid', 'withheld', 'still-to-come']);
  expect(verdicts({ proofs: [withheld, null] })).toEqual(['withheld', 'invalid', 'unsound']);
});

it.each<[name: string, json: object]>([
  ['21 proofs', { proofs: Array(21).fill(first) }],
  ['a handle that reverses text', { github: { ...github, handle: 'bea\u202edev' } }],
  ['a handle of two lines', { github: { ...github, handle: 'bea\nSound: ' } }],
  ['a number that is none', { github: { ...github, id: 'bea' } }],
  ['another kind', { kind: 'countersign-proof' }],
  ['another version', { version: 2 }],
  ['the URL of another page of the site', { url: `${facts.origin}/people/${'b2'.repeat(16)}` }],
  ['the URL of a script', { url: 'javascript:alert(1)' }],
  ['no URL', { url: 'nonsense', proofs: [] }],
])('does not read a page with %s', (_, changes) => {
  expect(check(changes)).toEqual({ status: 'unreadable' });
});

it('tells what signatures prove from what only the site says', () => {
  const checked = check({ github });
  if (checked.status !== 'checked') throw new Error(checked.status);
  const offline = describePage(checked, null);
  expect(offline).toMatch(
    /^pass {2}0b0f.*\npass {2}1b0f.*\n.*bea-dev \(number 4711\).*No signature proves this\.\n\nSound: /,
  );
  expect(offline).toContain('Only the site can confirm');
  expect(describePage(checked, facts.origin)).toContain(`${facts.origin} returned this page just now`);
});
