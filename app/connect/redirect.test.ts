import { readReturnProblem } from './redirect';

// Reads the style sheet, which only a build has.
jest.mock('@/app/style/site-sheet', () => ({ siteSheet: () => ({ address: '' }) }));

test('after an outage the page does not report the outage', () => {
  expect(readReturnProblem('backend.unavailable')).toBe('app.step_lost');
});

test('a URL can make the page show nothing but the reasons for a refused answer', () => {
  expect(readReturnProblem('app.wallet_required')).toBe('app.wallet_required');
  expect(readReturnProblem('account.deleted')).toBeNull();
  expect(readReturnProblem(undefined)).toBeNull();
});
