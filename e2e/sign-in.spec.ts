import { enterPassword, signIn } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { askAuth, unpackSession } from './fixtures/session-cookies.ts';
import { expect, test } from './fixtures/test.ts';

test('a wrong password and an unknown email get one and the same sentence', async ({ page, account }) => {
  const answers: string[] = [];
  for (const email of [account.email, `nobody-${crypto.randomUUID()}@example.com`]) {
    await page.goto('/sign-in');
    await waitForHydration(page);
    await enterPassword(page, { email, password: 'not the password' });
    const problem = page.getByRole('alert').filter({ hasText: "don't match" });
    await expect(problem).toBeVisible();
    await expect(page.getByLabel('Password')).toBeFocused();
    await expect(page.getByLabel('Password')).toHaveAccessibleDescription(/don't match an account/);
    answers.push((await problem.textContent()) ?? '');
    expect(await page.getByLabel('Email').inputValue()).toBe(email);
    expect(await page.getByLabel('Password').inputValue()).toBe('not the password');
  }
  expect(answers[0]).toBe(
    "That email and password don't match an account.Check both, or reset your password.",
  );
  expect(answers[1]).toBe(answers[0]);
  await expectNoAxeViolations(page);
});

test('what is wrong with a field stands at that field, which has the focus', async ({ page }) => {
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill('ada@example');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(
    'Enter a full email address, like ada@example.com.',
  );
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Password')).toBeFocused();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription('Enter your password.');
  await expectNoAxeViolations(page);
});

test('signing in goes on to where the visitor was heading, by way of sign-up too', async ({
  page,
  account,
}) => {
  await page.goto('/account?from=bookmark');
  await expect(page).toHaveURL('/sign-in?next=%2Faccount%3Ffrom%3Dbookmark');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await enterPassword(page, account);
  await expect(page).toHaveURL('/account?from=bookmark');
  await expect(page.getByText(account.email).first()).toBeVisible();
});

test('somebody who is signed in goes on from the ways in', async ({ page, member: _member }) => {
  await page.goto('/sign-in');
  await expect(page).toHaveURL('/wallets');
  await page.goto('/sign-up?next=/account');
  await expect(page).toHaveURL('/account');
  await page.goto('/sign-in?next=https://evil.example/');
  await expect(page).toHaveURL('/wallets');
});

test.describe('before JavaScript has loaded', () => {
  test.use({ javaScriptEnabled: false });

  test('people sign in, see what is wrong, and sign out', async ({ page, account }) => {
    await page.goto('/sign-in?next=/account');
    await enterPassword(page, { ...account, password: 'not the password' });
    await expect(page.getByRole('alert').filter({ hasText: "don't match" })).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(account.email);

    await page.getByLabel('Password').fill(account.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL('/account');

    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL('/sign-in');
    await page.goto('/wallets');
    await expect(page).toHaveURL('/sign-in?next=%2Fwallets');
  });
});

test('a second press while the first is under way sends nothing twice', async ({ page, account }) => {
  await page.goto('/sign-in');
  await waitForHydration(page);
  await page.getByLabel('Email').fill(account.email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Password').fill('not the password');
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.url());
  });
  await page.getByRole('button', { name: 'Sign in' }).dblclick();
  await expect(page.getByRole('alert').filter({ hasText: "don't match" })).toBeVisible();
  expect(posts).toHaveLength(1);
});

test('signing out everywhere ends the sessions of other browsers too', async ({
  page,
  browser,
  account,
  addresses,
}) => {
  const elsewhere = await browser.newPage({ baseURL: addresses.siteUrl });
  await signIn(elsewhere, account);
  await signIn(page, account);
  await page.goto('/security');
  await page.getByRole('button', { name: 'End every session' }).click();
  await expect(page).toHaveURL('/sign-in');
  const held = await elsewhere.context().cookies();
  const { access_token } = unpackSession(new Map(held.map(({ name, value }) => [name, value])), addresses);
  expect(await askAuth(addresses, access_token)).toBe(403);
  await elsewhere.close();
});

test('a form that does not reach the site keeps what was typed, and works again after', {
  tag: '@firefox',
}, async ({ page, account, consoleErrors }) => {
  await page.goto('/sign-in');
  await waitForHydration(page);
  await page.route('**/sign-in*', (route) => route.abort());
  await page.getByLabel('Email').fill(account.email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert').filter({ hasText: "didn't reach us" })).toBeFocused();
  await page.unroute('**/sign-in*');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Password').fill(account.password);
  await page.route('**/sign-in*', (route) => route.abort());
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert').filter({ hasText: "didn't reach us" })).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveValue(account.email);
  await expect(page.getByLabel('Password')).toHaveValue(account.password);
  await page.unroute('**/sign-in*');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/wallets');
  expect(consoleErrors.filter((error) => !error.includes('ERR_FAILED'))).toEqual([]);
});
