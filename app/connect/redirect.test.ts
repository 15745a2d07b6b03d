import { readReturnProblem, redirectByPage } from './redirect';

jest.mock('@/lib/env', () => ({
  environment: () => ({
    ...{ siteUrl: '', branding: { siteName: 'A&B' } },
    pictures: { logo: { address: '/brand/light' }, darkLogo: { address: '/brand/dark' } },
  }),
}));
jest.mock('next/headers', () => ({ cookies: async () => new Map() }));

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

test("a page that leads on shows each theme's logo", async () => {
  const html = await (await redirectByPage('/wallets', 'an app')).text();
  expect(html).toMatch(
    /"logo"><img src="\/brand\/light" alt="A&amp;B" .*"only-light"><img src="\/brand\/dark" .*"only-dark"><\/p>/,
  );
});
