import { base64 } from '@scure/base';
import { describeExport, judgeExport } from '../../../../cli/verify-proof/describe-export';
import { facts, owner } from '../testing/signed-statements.ts';
import { checkExportedProofs } from './exported-proofs.ts';
import { checkPublicProof } from './public-proof.ts';
import { frameSignIn, frameStatement, writeSignInStatement, writeSignInText } from './statement.ts';

const id = '0b0f6c7e-3d57-4c8b-9a55-2f1b6c1d7e90';

/** A proof whose owner signed these sentences in a statement's frame. */
function proofOf(sentences: string, changes: Partial<typeof facts> = {}, write = frameSignIn) {
  const statement = writeSignInText(write(sentences, { ...facts, ...changes }));
  const bytes = new TextEncoder().encode(statement);
  const message = base64.encode(bytes);
  return {
    ...{ kind: 'countersign-proof', version: 1, id, status: 'standing', isPublic: false },
    ...{ accountCode: facts.accountCode, method: 'sign_message', chain: facts.chain, address: facts.address },
    ...{ origin: facts.origin, statement, message, signedBytes: message },
    ...{ signature: base64.encode(owner.sign(bytes)), provenAt: '2026-11-20T09:01:00.000Z' },
    url: `${facts.origin}/proofs/${id}`,
  };
}

const exporting = (...proofs: object[]) =>
  checkExportedProofs({ kind: 'countersign-export', version: 1, proofs }) ?? [];
const signIn = (opensAccount: boolean) => writeSignInStatement({ origin: facts.origin, opensAccount });

it.each([true, false])(
  'accepts a proof made by signing in, and reports that it names no account: %s',
  (opensAccount) => {
    const proofs = exporting({ ...proofOf(signIn(opensAccount)), status: 'removed' });
    expect(proofs).toMatchObject([{ stood: 'removed', checked: { isValid: true } }]);
    expect(describeExport(proofs)).toMatch(/^pass .*removed, names no account\n\nSound: /);
  },
);

it.each(['standing', 'removed', 'moved', 'replaced'])('returns the status of a proof: %s', (status) => {
  expect(exporting({ ...proofOf(signIn(true)), status })).toMatchObject([
    { stood: status, checked: { isValid: true } },
  ]);
});

it.each([
  ['nothing', null],
  ['a list', []],
  ['one of another kind', { kind: 'countersign-proof', version: 1, proofs: [] }],
  ['one of another version', { kind: 'countersign-export', version: 2, proofs: [] }],
  ['one without proofs', { kind: 'countersign-export', version: 1 }],
  [
    'one with a proof of unknown status',
    {
      ...{ kind: 'countersign-export', version: 1 },
      proofs: [{ ...proofOf(signIn(true)), status: 'eternal' }],
    },
  ],
])('returns null for %s', (_, json) => {
  expect(checkExportedProofs(json)).toBeNull();
});

it('refuses a proof made by signing in as a public proof', () => {
  expect(checkPublicProof(proofOf(signIn(true)))).toMatchObject({ status: 'checked', isValid: false });
});

it('reports when withheld evidence becomes available, and calls the export neither sound nor unsound', () => {
  const { statement: _, message: __, signedBytes: ___, signature: ____, ...about } = proofOf(signIn(true));
  const withheld = { ...about, evidenceAt: '2026-11-20T09:06:00.000Z', address: '\u001b[2Jsteered' };
  const proofs = exporting(proofOf(signIn(true)), withheld);
  expect(judgeExport(proofs)).toBe('still-to-come');
  expect(describeExport(proofs)).toMatch(
    /^pass .*\nwait .*standing, evidence available at 2026-11-20T09:06:00.000Z\n\nNot all can be checked yet: 1 of 2 /,
  );
  expect(describeExport(proofs)).not.toContain('\u001b');
  expect(
    judgeExport(exporting(withheld, { ...proofOf(signIn(true)), provenAt: '2026-11-21T00:00:00Z' })),
  ).toBe('unsound');
});

it.each([
  ['no URI line', proofOf(signIn(true), {}, frameStatement)],
  [
    'another site in its sentences',
    proofOf(writeSignInStatement({ origin: 'https://evil.example', opensAccount: true })),
  ],
  ['words that were added', proofOf(`${signIn(true)} Or not.`)],
  ['another chain', proofOf(signIn(true), { chain: 'solana:devnet' })],
  [
    'a signature of something else',
    { ...proofOf(signIn(true)), signature: proofOf(signIn(false)).signature },
  ],
])('refuses a sign-in with %s', (_, proof) => {
  expect(exporting(proof)).toMatchObject([{ checked: { status: 'checked', isValid: false } }]);
});
