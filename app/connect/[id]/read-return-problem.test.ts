import { readReturnProblem } from './read-return-problem';

test('a page that is here again does not say that something is away', () => {
  expect(readReturnProblem('backend.unavailable')).toBe('app.step_lost');
});

test('an address makes the page say nothing but why an answer was not taken', () => {
  expect(readReturnProblem('app.wallet_required')).toBe('app.wallet_required');
  expect(readReturnProblem('account.deleted')).toBeNull();
  expect(readReturnProblem(undefined)).toBeNull();
});
