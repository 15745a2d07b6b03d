import { expectNoAxeViolations } from './fixtures/axe.ts';
import { isSessionCookie } from './fixtures/session-cookies.ts';
import { expect, test } from './fixtures/test.ts';
import { openVisitor } from './fixtures/visitor.ts';

const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0' };

test('a session elsewhere is seen and ended, and changes nothing from then on @phone', async ({
  page,
  signedIn,
  addresses,
}) => {
  const elsewhere = openVisitor(addresses.siteUrl);
  const step = await elsewhere.enterEmail(signedIn.email);
  await elsewhere.press(step, 'Sign in', signedIn, { headers: firefox });
  expect([...elsewhere.cookies.keys()].some(isSessionCookie)).toBe(true);
  const third = openVisitor(addresses.siteUrl);
  await third.signIn(signedIn);
  const form = await elsewhere.findForm('/security', 'End all others');

  await page.goto('/security');
  const rows = page.getByRole('listitem').filter({ hasText: 'Last seen' });
  // The account was confirmed by a session of its own.
  await expect(rows).toHaveCount(4);
  await expect(rows.first()).toContainText('This device');
  await expect(rows.first().getByRole('button')).toHaveCount(0);
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'End Firefox on Linux' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'That session has ended' })).toBeVisible();
  await expect(rows).toHaveCount(3);

  const refused = await elsewhere.submit('/security', form);
  expect(refused.text).toContain('You are signed out.');
  await page.getByRole('button', { name: 'End all others' }).click();
  await expect(page.getByText('You are signed in here and nowhere else.')).toBeVisible();
  const late = await third.press('/security/authenticator', 'Continue', { name: 'Phone' });
  expect(late.text).toContain('You are signed out.');
});
