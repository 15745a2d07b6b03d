import { type ErrorCode, errors } from '@/lib/errors';
import { toProblem } from '@/lib/problem';
import type { PreparedStatement } from '@/lib/proofs/prepare-statement';
import { hiddenSignInFlow, reduceSignInFlow, type SignInEvent, type SignInFlow } from './sign-in-flow';
import { offerAfterSignIn } from './sign-in-offer';

const statement = { text: 'A statement' } as PreparedStatement;
const problemOf = (code: ErrorCode) => toProblem(code, errors[code]);
const problem = problemOf('wallet.declined');

function after(...events: SignInEvent[]): SignInFlow {
  return events.reduce(reduceSignInFlow, hiddenSignInFlow);
}

const started: SignInEvent = { type: 'started', attempt: 1, method: 'sign_in' };
const issued: SignInEvent = { type: 'issued', attempt: 1, statement };
const signed: SignInEvent = { type: 'signed', attempt: 1 };

test('a wallet is asked only for a statement that was issued, and what it signed is then checked', () => {
  expect(after({ type: 'offered' }, started, issued).status).toBe('asking');
  expect(after({ type: 'offered' }, started, issued, signed).status).toBe('checking');
  expect(after({ type: 'offered' }, started, signed).status).toBe('preparing');
});

test('an answer to an attempt that was given up changes nothing', () => {
  const again: SignInEvent = { type: 'started', attempt: 2, method: 'memo' };
  expect(after(started, again, issued)).toMatchObject({ status: 'preparing', attempt: 2, method: 'memo' });
  expect(after(started, { type: 'closed' }, issued).status).toBe('hidden');
  expect(after(started, { type: 'closed' }, { type: 'failed', attempt: 1, problem }).status).toBe('hidden');
});

test('closing does not take back what was sent', () => {
  expect(after(started, issued, signed, { type: 'closed' }).status).toBe('checking');
  const failed: SignInEvent = { type: 'failed', attempt: 1, problem };
  expect(after(started, issued, signed, failed)).toMatchObject({ status: 'failed', problem });
});

test.each([
  ['wallet.declined', { label: 'Try again', method: 'sign_in' }],
  ['wallet.cannot_sign', { label: 'Sign it as a message', method: 'sign_message' }],
  ['proof.challenge_gone', { label: 'Get a new statement', method: 'sign_in' }],
  ['wallet.account_by_email_first', { label: 'Create an account by email', href: '/sign-up' }],
  ['wallet.accounts_off', { label: 'Create an account by email', href: '/sign-up' }],
  ['wallet.needs_email', null],
  ['step_up.wallet_not_proven', null],
  ['wallet.removed_from_account', null],
] as const)('after %s it offers what helps', (code, offer) => {
  const failed = { problem: problemOf(code), method: 'sign_in' } as const;
  expect(offerAfterSignIn(failed, ['sign_in', 'sign_message', 'memo'])).toEqual(offer);
});
