import { enterPassword } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { openHttpClient } from './fixtures/http-client.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { readField, readMain, readWords } from './fixtures/read-html.ts';
import { openScriptlessBrowser } from './fixtures/scriptless-browser.ts';
import { authStatusOf, unpackSession } from './fixtures/session-cookies.ts';
import { show } from './fixtures/show-in-tour.ts';
import { openSignedInBrowser } from './fixtures/signed-in-client.ts';
import { expect, test } from './fixtures/test.ts';

test('a wrong password and an unknown email get the same message', async ({ account, addresses }) => {
  const answers: string[] = [];
  for (const email of [account.email, `nobody-${crypto.randomUUID()}@example.com`]) {
    const browser = openScriptlessBrowser(addresses.siteUrl);
    await browser.open('/sign-in');
    await browser.signIn({ email, password: 'not the password' });
    expect(readField(browser.answer().text, 'email')).toBe(email);
    answers.push(readWords(readMain(browser.answer().text)).replaceAll(email, ''));
  }
  expect(answers[0]).toContain(
    "That email and password don't match an account. Check both, or reset your password.",
  );
  expect(answers[1]).toBe(answers[0]);
});

test('an error appears at its field, which has the focus', { tag: '@webkit' }, async ({ page }) => {
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill('ada@example');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(
    'Enter a full email address, like ada@example.com.',
  );
  // Over WebDriver BiDi, `fill` appends to an email field's value.
  await page.getByLabel('Email').clear();
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Code')).toBeFocused();
  await page.getByRole('link', { name: 'Use a password' }).click();
  await expect(page.getByLabel('Password')).toBeFocused();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription('Enter your password.');
  await expectNoAxeViolations(page);
});

test("signing in continues to the visitor's destination, through sign-up too", async ({
  account,
  addresses,
}) => {
  const browser = openScriptlessBrowser(addresses.siteUrl);
  await browser.open('/account?from=bookmark');
  expect(browser.place()).toBe('/sign-in?next=%2Faccount%3Ffrom%3Dbookmark');
  await browser.follow('Create an account');
  await browser.follow('Sign in');
  await browser.signIn(account);
  expect(browser.place()).toBe('/account?from=bookmark');
  expect(browser.words()).toContain(account.email);
});

test('a signed-in user is redirected from the sign-in pages', async ({ account, addresses }) => {
  const browser = await openSignedInBrowser(addresses, account);
  for (const [path, place] of [
    ['/sign-in', '/wallets'],
    ['/sign-up?next=/account', '/account'],
    ['/sign-in?next=https://evil.example/', '/wallets'],
  ] as const) {
    await browser.open(path);
    expect([path, browser.place()]).toEqual([path, place]);
  }
});

test('before JavaScript has loaded users sign in, see errors, and sign out', async ({
  account,
  addresses,
}) => {
  const browser = openScriptlessBrowser(addresses.siteUrl);
  await browser.open('/sign-in?next=/account');
  await browser.signIn({ ...account, password: 'not the password' });
  expect(browser.words()).toContain("don't match");
  await browser.press('Sign in', { password: account.password });
  expect(browser.place()).toBe('/account');
  await browser.press('Sign out');
  expect(browser.place()).toBe('/sign-in');
  await browser.open('/wallets');
  expect(browser.place()).toBe('/sign-in?next=%2Fwallets');
});

test('signing in moves the other tabs from sign-in to their destinations, except those in use', async ({
  page,
  context,
  account,
}) => {
  const open = async (path: string) => {
    const tab = await context.newPage();
    await tab.goto(path);
    await waitForHydration(tab);
    return tab;
  };
  const idle = await open('/sign-in?next=/activity');
  const typed = await open('/sign-in');
  await typed.getByLabel('Email').fill('ada@');
  const choosing = await open('/sign-in');
  await choosing.getByRole('button', { name: 'Sign in with Solana' }).click();
  await expect(choosing.getByRole('dialog')).toBeVisible();
  const asking = await open('/sign-in');
  await asking.route('**/sign-in', () => undefined);
  await asking.getByRole('button', { name: 'Continue' }).click();
  const holding = await open('/sign-in');
  await holding.route('**/api/passkeys/challenge', () => undefined);
  await holding.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(holding.getByRole('button', { name: 'Cancel' })).toBeVisible();
  const toApp = await open(`/sign-in?next=/connect/${'a'.repeat(22)}`);

  await page.goto('/sign-in');
  await enterPassword(page, account);
  await expect(page).toHaveURL('/wallets');
  await expect(idle).toHaveURL('/activity');
  for (const tab of [typed, choosing, asking, holding, toApp])
    expect(new URL(tab.url()).pathname).toBe('/sign-in');
  await expect(typed.getByLabel('Email')).toHaveValue('ada@');
  await expect(choosing.getByRole('dialog')).toBeVisible();
});

test('a second press while the first is pending sends nothing twice @tour', async ({ page, account }) => {
  await page.goto('/sign-in?step=password');
  await waitForHydration(page);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password').fill('not the password');
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.url());
  });
  await page.getByRole('button', { name: 'Sign in' }).dblclick();
  await expect(page.getByRole('alert').filter({ hasText: "don't match" })).toBeVisible();
  expect(posts).toHaveLength(1);
  await expect(page.getByLabel('Password')).toBeFocused();
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription(/don't match an account/);
  await expect(page.getByLabel('Password')).toHaveValue('not the password');
  await expect(page.getByLabel('Email')).toHaveValue(account.email);
  await show(page, 'sign-in-refused');
  await expectNoAxeViolations(page);
});

test('signing out everywhere ends the sessions of other browsers too', async ({ account, addresses }) => {
  const [owner, elsewhere] = [openHttpClient(addresses.siteUrl), openHttpClient(addresses.siteUrl)];
  await elsewhere.signIn(account);
  await owner.signIn(account);
  const answer = await owner.press('/security', 'End every session');
  expect(answer.headers.location).toBe('/sign-in');
  const { access_token } = unpackSession(elsewhere.cookies, addresses);
  expect(await authStatusOf(addresses, access_token)).toBe(403);
});

test('a form that does not reach the site keeps typed values, and works afterwards', {
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
  await expect(page.getByLabel('Code')).toBeVisible();
  await page.getByRole('link', { name: 'Use a password' }).click();
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

test('a slow sign-in says what it is doing, and after ten seconds that it takes longer than usual @slow', async ({
  page,
  account,
}) => {
  await page.clock.install();
  const { promise: held, resolve: letThrough } = Promise.withResolvers<void>();
  await page.goto('/sign-in?step=password');
  await waitForHydration(page);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password').fill(account.password);
  await page.route('**/sign-in?step=password', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Sign in' }).click();
  const passTenSeconds = async () => {
    await page.clock.runFor(10_000);
    return page.getByText('This is taking longer than usual.').isVisible();
  };
  await expect.poll(passTenSeconds).toBe(true);
  await expect(page.getByRole('button', { name: 'Signing in…' })).toBeVisible();
  letThrough();
  await expect(page).toHaveURL('/wallets');
});
