import { createAccount } from './fixtures/account.ts';
import { readWords } from './fixtures/read-html.ts';
import { describe, limited, spend } from './fixtures/spend-attempts.ts';
import { expect, test } from './fixtures/test.ts';
import { openVisitor } from './fixtures/visitor.ts';

test('ten wrong passwords, and then everybody waits but the browser that was in before', async ({
  addresses,
  account,
}) => {
  const owner = openVisitor(addresses.siteUrl);
  await owner.signIn(account);
  await owner.press('/wallets', 'Sign out');

  const stranger = openVisitor(addresses.siteUrl);
  const path = await stranger.enterEmail(account.email);
  const wrong = { email: account.email, password: 'not the password' };
  expect(await spend(stranger, path, 'Sign in', wrong, 10)).toEqual(limited);

  // The right password too.
  const right = await stranger.press(path, 'Sign in', account);
  expect(describe(right)).toEqual(limited);
  expect(Number(right.headers['retry-after'])).toBeGreaterThan(600);
  expect(readWords(right.text)).toMatch(/Too many attempts\. .*Wait 1\d minutes/);

  expect((await owner.signIn(account)).headers.location).toBe('/wallets');
  const others = await createAccount(addresses);
  expect((await openVisitor(addresses.siteUrl).signIn(others)).headers.location).toBe('/wallets');
  // Each way in counts for itself: a code is still sent, and signs in.
  const step = await stranger.press(path, 'Use a code instead', { email: account.email });
  expect(step.headers.location).toContain('step=code');
});
