import type { ProofMethod } from 'countersign/proof/statement';
import type { ErrorCode } from '@/lib/errors';
import { accessPurposes } from './access-purposes';
import { move, moveAndDelete, prove } from './proving-purposes';
import type { IssuedStatement, SentStatement, SigningRequest } from './signing-flow';
import { offerAfter } from './signing-offer';

const all: ProofMethod[] = ['sign_in', 'sign_message', 'memo'];

const proving: SigningRequest = { address: 'A', purpose: prove, method: 'sign_in' };

function offer(
  code: ErrorCode,
  method: ProofMethod = 'sign_in',
  methods = all,
  unsure: SentStatement | null = null,
) {
  const problem = { code, title: '', hint: '' };
  const request = { ...proving, method };
  return offerAfter({ status: 'failed', attempt: 1, request, problem, unsure }, methods);
}

const signBy = (method: ProofMethod) => expect.objectContaining({ start: { ...proving, method } });

it('offers the next method when a wallet cannot sign with the best one', () => {
  expect(offer('wallet.cannot_sign')).toEqual(signBy('sign_message'));
  expect(offer('wallet.cannot_sign', 'sign_in', ['sign_in', 'memo'])).toEqual(signBy('memo'));
  expect(offer('wallet.cannot_sign', 'memo')).toBeNull();
});

it('offers the next method when a wallet added lines', () => {
  expect(offer('proof.statement_changed')).toEqual(signBy('sign_message'));
  expect(offer('proof.statement_changed', 'sign_in', ['sign_in'])).toBeNull();
});

it('offers a message if the wallet changes transactions', () => {
  expect(offer('proof.transaction_changed', 'memo')).toEqual(signBy('sign_in'));
  expect(offer('proof.transaction_changed', 'memo', ['memo'])).toEqual(signBy('memo'));
});

const withOffchain: ProofMethod[] = ['sign_offchain_message', ...all];

it.each([
  'wallet.cannot_sign',
  'wallet.signing_failed',
  'wallet.signing_timed_out',
  'proof.statement_changed',
  'proof.refused',
  'request.unexpected',
] as const)('offers the next method when an off-chain message fails with %s', (code) => {
  expect(offer(code, 'sign_offchain_message', withOffchain)).toEqual(signBy('sign_in'));
  expect(offer(code, 'sign_offchain_message', ['sign_offchain_message'])?.label ?? '').not.toMatch(/^Sign /);
});

it('offers the same method after a refusal, which the user may have made', () => {
  expect(offer('wallet.declined', 'sign_offchain_message', withOffchain)).toMatchObject({
    ...{ label: 'Try again', start: { method: 'sign_offchain_message' } },
  });
});

it('moves a wallet only after a press on the button for it', () => {
  expect(offer('wallet.proven_elsewhere')).toEqual({
    label: 'Move it here',
    start: { address: 'A', purpose: move, method: 'sign_in' },
  });
});

it('deletes no account by a button that only moves, and begins anew where a deletion is not offered any more', () => {
  const after = (code: ErrorCode) =>
    offerAfter(
      {
        ...{ status: 'failed', attempt: 1, unsure: null },
        ...{ request: { ...proving, purpose: moveAndDelete }, problem: { code, title: '', hint: '' } },
      },
      all,
    );
  expect(after('wallet.account_has_sign_in_method')).toMatchObject({ start: { purpose: move } });
  expect(after('proof.challenge_gone')).toMatchObject({ start: { purpose: prove } });
});

it('sends the same signature again if it may have arrived', () => {
  const unsure = {
    request: proving,
    challenge: {} as IssuedStatement,
    signed: { challengeId: 'one', signedBytes: 'AA==', signature: 'AA==' },
  };
  expect(offer('wallet.answer_lost', 'sign_in', all, unsure)).toEqual({
    label: 'Send it again',
    resend: unsure,
  });
});

it.each(['proof.challenge_gone', 'wallet.signing_timed_out'] as const)(
  'offers a new statement after %s',
  (code) => expect(offer(code)?.label).toBe('Get a new statement'),
);

it.each(['wallet.disconnected', 'wallet.not_connected'] as const)('offers a connection after %s', (code) => {
  expect(offer(code)).toEqual({ label: 'Connect a wallet', connects: true });
});

it.each(['wallet.only_sign_in_method', 'auth.signed_out'] as const)('offers nothing after %s', (code) =>
  expect(offer(code)).toBeNull(),
);

it.each(['wallet.declined', 'wallet.other_account', 'proof.refused', 'proof.too_many_challenges'] as const)(
  'offers to try again after %s',
  (code) => expect(offer(code)).toMatchObject({ label: 'Try again', start: { method: 'sign_in' } }),
);

const signIn = (method: ProofMethod): SigningRequest => ({
  purpose: accessPurposes['sign-in'],
  method,
  address: null,
});

const confirm = (method: ProofMethod) => ({ ...signIn(method), purpose: accessPurposes.confirm });

it.each([
  ['wallet.declined', signIn, { label: 'Try again', start: signIn('sign_in') }],
  ['wallet.cannot_sign', signIn, { label: 'Sign it as a message', start: signIn('sign_message') }],
  ['proof.challenge_gone', signIn, { label: 'Get a new statement', start: signIn('sign_in') }],
  // Sign-in accepts whichever account is selected; a proof stays with its wallet.
  ['wallet.other_account', signIn, { label: 'Get a new statement', start: signIn('sign_in') }],
  ['wallet.account_by_email_first', signIn, { label: 'Create an account by email', href: '/sign-up' }],
  ['wallet.accounts_off', signIn, { label: 'Create an account by email', href: '/sign-up' }],
  ['wallet.needs_email', signIn, null],
  ['step_up.wallet_not_proven', confirm, null],
  ['wallet.removed_from_account', signIn, null],
] as const)('after %s it offers what helps', (code, requestBy, helps) => {
  const problem = { code, title: '', hint: '' };
  const request = requestBy('sign_in');
  expect(offerAfter({ status: 'failed', attempt: 1, request, problem, unsure: null }, all)).toEqual(helps);
});
