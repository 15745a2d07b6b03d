import { createAccount } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { openHttpClient } from './fixtures/http-client.ts';
import { openSetting } from './fixtures/open-setting.ts';
import { openScriptlessBrowser } from './fixtures/scriptless-browser.ts';
import { authStatusOf, fetchTokens } from './fixtures/session-cookies.ts';
import { show } from './fixtures/show-in-tour.ts';
import { openSignedInBrowser, openSignedInClient } from './fixtures/signed-in-client.ts';
import { expect, test } from './fixtures/test.ts';

test('the email changes once both addresses have confirmed, and a link signs nobody in', async ({
  account,
  addresses,
  mailbox,
}) => {
  const email = `new-${crypto.randomUUID()}@example.com`;
  const known = await mailbox.lastTo(account.email);
  const owner = await openSignedInBrowser(addresses, account);
  await owner.open('/account');
  await owner.press('Change email', { email });
  expect(owner.words()).toContain(`${account.email}: not confirmed yet`);
  expect(owner.words()).toContain(`${email}: not confirmed yet`);

  const { link } = await mailbox.newestTo(account.email, known);
  const elsewhere = openScriptlessBrowser(addresses.siteUrl);
  await elsewhere.open(link ?? '');
  expect(elsewhere.words()).toContain(`This confirms ${account.email}.`);
  await elsewhere.press('Confirm the change');
  expect(elsewhere.words()).toContain('This address is confirmed.');
  await elsewhere.open('/wallets');
  expect(elsewhere.place()).toBe('/sign-in?next=%2Fwallets');

  await owner.open('/account');
  expect(owner.words()).toContain(`${account.email}: confirmed`);
  const { code } = await mailbox.newestTo(email);
  await owner.press('Confirm code', { code: code === '000000' ? '000001' : '000000' });
  expect(owner.words()).toContain("That code doesn't match");
  await owner.press('Confirm code', { code: code ?? '' });
  expect(owner.words()).toContain(`Your email is now ${email}.`);
  await owner.open('/account');
  expect(owner.words()).not.toContain(account.email);
});

test('a user signed in to another account sees both accounts before confirming a new email', async ({
  account,
  addresses,
  mailbox,
}) => {
  const other = await createAccount(addresses);
  const email = `new-${crypto.randomUUID()}@example.com`;
  await (await openSignedInClient(addresses, other)).press('/account', 'Change email', { email });
  const browser = await openSignedInBrowser(addresses, account);
  await browser.open((await mailbox.newestTo(email)).link ?? '');
  const words = browser.words();
  expect(words).toContain(`You are signed in as ${account.email}.`);
  expect(words).toMatch(/This is for a different account: \w{4}-\w{4}\./);
  // Shows the account's current address only shortened, because the new address may be another person's.
  expect(words).toContain(other.email.replace(/^(.)[^@]*/, '$1…'));
  expect(browser.answer().text).not.toContain(other.email);
  expect(words).toContain(`This confirms ${email}.`);
  await browser.press('Confirm the change');
  expect(browser.words()).toContain('This address is confirmed.');
  await browser.open('/account');
  expect(browser.words()).toContain(account.email);
});

test('a new password ends the other sessions, not this one', async ({ account, addresses }) => {
  const other = await fetchTokens(addresses, account);
  const owner = await openSignedInBrowser(addresses, account);
  await owner.open('/account');
  await owner.follow('Security');
  await owner.press('Change password', { password: account.password });
  expect(owner.words()).toContain('That is already your password.');
  expect(await authStatusOf(addresses, other.access_token)).toBe(200);
  await owner.press('Change password', { password: 'a new and better one' });
  expect(owner.words()).toContain('Every other session has ended.');
  expect(owner.words()).toContain('Last changed here on');
  expect(await authStatusOf(addresses, other.access_token)).toBe(403);
  await owner.open('/wallets');
  expect(owner.place()).toBe('/wallets');
  const elsewhere = openHttpClient(addresses.siteUrl);
  const answer = await elsewhere.signIn({ ...account, password: 'a new and better one' });
  expect(answer.headers.location).toBe('/wallets');
});

test('a form of an older build reports the update, keeps typed values, and sends nothing again', async ({
  page,
  member: _member,
}) => {
  await page.goto('/account');
  await openSetting(page, 'the name');
  const sent: string[] = [];
  await page.route('**/account', (route) => {
    const request = route.request();
    if (request.method() !== 'POST') return route.continue();
    sent.push(request.url());
    // An action that this build doesn't have.
    return route.continue({ headers: { ...request.headers(), 'next-action': '4'.repeat(42) } });
  });
  await page.getByLabel('Display name').fill('José Núñez');
  await page.getByRole('button', { name: 'Save name' }).click();
  const told = page.locator('[data-code="request.outdated"]');
  await expect(told).toContainText('The site was updated.');
  await expect(told).toBeFocused();
  await expect(page.getByLabel('Display name')).toHaveValue('José Núñez');
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await openSetting(page, 'the name');
  await expect(page.getByLabel('Display name')).toHaveValue('');
  expect(sent).toHaveLength(1);
});

test('a display name is stored as typed, and one with spoofing characters is refused at its field @slow @tour', async ({
  page,
  member: _member,
}) => {
  await page.goto('/account');
  await openSetting(page, 'the name');
  await expect(page.getByLabel('Display name')).toBeFocused();
  const attacks = {
    '': 'Enter a name.',
    'eve" (ID 1111-1111)': /Use letters from one alphabet.* Take out “"”, “\(”, and “\)”\.$/,
    [`${'x'.repeat(33)}`]: 'Use up to 32 characters.',
  };
  for (const [name, refusal] of Object.entries(attacks)) {
    await page.getByLabel('Display name').fill(name);
    await page.getByRole('button', { name: 'Save name' }).click();
    await expect(page.getByText(refusal)).toBeVisible();
    await expect(page.getByLabel('Display name')).toHaveValue(name);
  }
  await expect(page.getByText('33 of 32 characters: 1 too many')).toBeVisible();
  await expect(page.getByLabel('Display name')).toHaveAccessibleDescription(
    /33 of 32 characters: 1 too many/,
  );
  await show(page, 'account-name-refused');
  await expectNoAxeViolations(page);
  await page.getByLabel('Display name').fill('José Núñez');
  await expect(page.getByText('What you sign says Jose Nunez')).toBeVisible();
  await expect(page.getByText('Applies to new proofs.')).toBeVisible();
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByText('Name saved')).toBeVisible();
  await expect(page.getByLabel('Display name')).toBeHidden();
  await expect(page.locator('summary').filter({ hasText: 'the name' })).toBeFocused();
  // Cancel discards the typed value, and the page's fragment opens the form too.
  await openSetting(page, 'the name');
  await page.getByLabel('Display name').fill('Somebody else');
  await page.getByText('Cancel: leave the name as it is').click();
  await expect(page.getByLabel('Display name')).toHaveCount(0);
  await page.evaluate(() => location.assign('#name'));
  await expect(page.getByLabel('Display name')).toBeFocused();
  await expect(page.getByLabel('Display name')).toHaveValue('José Núñez');
  await page.reload();
  await expect(page.getByRole('main').getByText('José Núñez')).toBeVisible();
});
