import { expectNoAxeViolations } from './fixtures/axe.ts';
import { openHttpClient, passwordPath } from './fixtures/http-client.ts';
import { expectFitsPhone } from './fixtures/phone-width.ts';
import { isSessionCookie } from './fixtures/session-cookies.ts';
import { expect, test } from './fixtures/test.ts';

const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0' };

test('another session is listed and ended, and changes nothing afterwards', async ({
  page,
  signedIn,
  addresses,
}) => {
  const elsewhere = openHttpClient(addresses.siteUrl);
  await elsewhere.press(passwordPath, 'Sign in', signedIn, { headers: firefox });
  expect([...elsewhere.cookies.keys()].some(isSessionCookie)).toBe(true);
  const third = openHttpClient(addresses.siteUrl);
  await third.signIn(signedIn);
  const form = await elsewhere.findForm('/security', 'End every other session');
  const setUp = await third.findForm('/security', 'Add an authenticator app');

  await page.goto('/security');
  const rows = page.getByRole('listitem').filter({ hasText: 'Signed in' });
  await expect(rows).toHaveCount(3);
  await expect(page.getByText("You're signed in on this browser and 2 others.")).toBeVisible();
  await expect(rows.first()).toContainText('This browser');
  await expect(rows.first()).toContainText('Active now');
  await expect(rows.first().getByRole('button')).toHaveCount(0);
  await expect(rows.last()).toContainText(/Active (just now|1 minute ago), \d\d:\d\d/);
  await expectNoAxeViolations(page);
  await expectFitsPhone(page);
  const end = page.getByRole('button', { name: /^Sign out Firefox( \d+)? on Linux, active / });
  await expect(end).toHaveText('Sign out');
  await end.click();
  // The pressed button is gone, so the focus is on the result.
  await expect(page.getByRole('status').filter({ hasText: 'That session has ended' })).toBeFocused();
  await expect(rows).toHaveCount(2);

  // Its token is still valid. Pages redirect to sign-in all the same, and so does an action without scripts.
  const { headers: after } = await elsewhere.submit('/security', form);
  const signIn = (path: string) => `/sign-in?notice=session-ended&next=${encodeURIComponent(path)}`;
  expect(after.location).toBe(signIn('/security'));
  expect((await elsewhere.get('/account')).headers.location).toBe(signIn('/account'));
  // Keeps the query for the way back. Such pages start streaming before the check, and redirect in the stream.
  for (const path of ['/wallets?q=cold&sort=name', '/activity?show=wallets']) {
    const { headers, text } = await elsewhere.get(path);
    expect(`${headers.location} ${text.replaceAll('&amp;', '&')}`).toContain(signIn(path));
  }
  expect((await elsewhere.get(signIn('/account'))).text).toContain('Your session has ended.');
  await page.getByRole('button', { name: 'End every other session' }).click();
  await expect(page.getByText("You're signed in on this browser only.")).toBeVisible();
  await expect(page.getByRole('button', { name: /^(End|Sign out .)/ })).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'Every other session has ended' })).toBeFocused();
  const late = await third.submit('/security', setUp);
  expect(late.text).toContain('You are signed out.');
});
