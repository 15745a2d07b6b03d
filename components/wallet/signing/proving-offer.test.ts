import type { ErrorCode } from '@/lib/errors';
import type { IssuedChallenge } from '@/lib/proofs/issue-challenge';
import type { ProofMethod } from '@/lib/proofs/statement';
import type { SentStatement } from './proving-flow';
import { offerAfter } from './proving-offer';

const all: ProofMethod[] = ['sign_in', 'sign_message', 'memo'];

function offer(
  code: ErrorCode,
  method: ProofMethod = 'sign_in',
  methods = all,
  unsure: SentStatement | null = null,
) {
  const request = { address: 'A', purpose: 'prove', method } as const;
  const problem = { code, title: '', hint: '' };
  return offerAfter({ status: 'failed', attempt: 1, request, problem, unsure }, methods);
}

it('offers the next way of signing when a wallet cannot sign in the best one', () => {
  expect(offer('wallet.cannot_sign')?.start?.method).toBe('sign_message');
  expect(offer('wallet.cannot_sign', 'sign_in', ['sign_in', 'memo'])?.start?.method).toBe('memo');
  expect(offer('wallet.cannot_sign', 'memo')).toBeNull();
});

it('offers the next way of signing when a wallet wrote lines that nobody asked for', () => {
  expect(offer('proof.statement_changed')?.start?.method).toBe('sign_message');
  expect(offer('proof.statement_changed', 'sign_in', ['sign_in'])).toBeNull();
});

it('offers the message where the wallet changes transactions', () => {
  expect(offer('proof.transaction_changed', 'memo')?.start?.method).toBe('sign_in');
  expect(offer('proof.transaction_changed', 'memo', ['memo'])?.start?.method).toBe('memo');
});

it('moves a wallet only after somebody pressed a button that says so', () => {
  expect(offer('wallet.proven_elsewhere')).toEqual({
    label: 'Move it here',
    start: { address: 'A', purpose: 'move', method: 'sign_in' },
  });
});

it('sends the same signature again where nobody knows whether it arrived', () => {
  const unsure = {
    challenge: {} as IssuedChallenge,
    signed: { challengeId: 'one', signedBytes: 'AA==', signature: 'AA==' },
  };
  expect(offer('wallet.answer_lost', 'sign_in', all, unsure)?.resend).toBe(unsure);
});

it.each(['proof.challenge_gone', 'wallet.signing_timed_out'] as const)(
  'offers a new statement after %s',
  (code) => expect(offer(code)?.label).toBe('Get a new statement'),
);

it.each(['wallet.disconnected', 'wallet.not_connected'] as const)('offers a connection after %s', (code) => {
  expect(offer(code)).toEqual({ label: 'Connect a wallet', connects: true });
});

it.each(['wallet.only_sign_in_method', 'auth.signed_out'] as const)(
  'offers nothing that cannot help after %s',
  (code) => expect(offer(code)).toBeNull(),
);

it.each(['wallet.declined', 'wallet.other_account', 'proof.refused', 'proof.too_many_challenges'] as const)(
  'offers to try again after %s',
  (code) => expect(offer(code)).toMatchObject({ label: 'Try again', start: { method: 'sign_in' } }),
);
