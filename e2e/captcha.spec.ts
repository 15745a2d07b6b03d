import type { Page } from 'playwright/test';
import { createAccount } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { goWithinDocument } from './fixtures/go-within-document.ts';
import { openHttpClient } from './fixtures/http-client.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { letPauseEnd, letSessionsAge } from './fixtures/let-time-pass.ts';
import type { Mailbox } from './fixtures/mailbox.ts';
import { testOnOwnStack } from './fixtures/own-stack.ts';
import { readProver } from './fixtures/prove-wallet.ts';
import { show } from './fixtures/show-in-tour.ts';
import { startStack } from './fixtures/stack.ts';
import { expect } from './fixtures/test.ts';
import { installTestWallet } from './test-wallet.ts';
import { signInByWallet } from './wallet-page.ts';

const captcha = { CAPTCHA_PROVIDER: 'turnstile', CAPTCHA_SITE_KEY: 'stand-in' };

const test = testOnOwnStack('a project that asks for a captcha', () =>
  startStack({ backend: { LOCAL_SUPABASE_CAPTCHA: 'turnstile' }, app: captcha }),
);

const newEmail = () => `captcha-${crypto.randomUUID()}@example.com`;
const password = 'correct horse battery';
const widget = (page: Page) => page.frameLocator('[data-captcha-place] iframe');
const box = (page: Page) => widget(page).getByLabel('I am a person');

async function fill(page: Page, email: string): Promise<void> {
  await page.goto('/sign-up');
  await waitForHydration(page);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
}

async function signUp(page: Page, mailbox: Mailbox, onceChecked?: () => Promise<void>): Promise<string> {
  const email = newEmail();
  await fill(page, email);
  await box(page).check();
  await onceChecked?.();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  const { code } = await mailbox.newestTo(email);
  await page.getByLabel('Code').fill(code ?? '');
  await expect(page.getByRole('heading', { name: 'Wallets' })).toBeVisible();
  return email;
}

test('sign-up sends a token, and its code needs no other @tour', async ({ page, mailbox }) => {
  await signUp(page, mailbox, () => show(page, 'captcha-sign-up'));
});

test('only pages with such forms allow the provider in their policy', async ({ addresses, request }) => {
  const host = addresses.supabaseUrl;
  for (const path of ['/sign-in', '/sign-up', '/reset-password']) {
    const answer = await request.get(path);
    expect([path, answer.headers()['content-security-policy']]).toEqual([
      path,
      expect.stringContaining(`frame-src 'self' ${host}`),
    ]);
    expect(await answer.text()).toContain('/api/captcha');
  }
  for (const path of ['/sign-in/second-factor', '/proofs/00000000-0000-4000-8000-000000000000', '/wallets']) {
    const answer = await request.get(path, { maxRedirects: 0 });
    expect(answer.headers()['content-security-policy'] ?? '').not.toContain(host);
  }
});

test('without scripts the page says what it needs, and a post without a token is refused and keeps typed values', async ({
  addresses,
  browser,
}) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(`${addresses.siteUrl}/sign-up`);
  await expect(page.getByText('It needs JavaScript')).toBeVisible();
  await page.close();
  const visitor = openHttpClient(addresses.siteUrl, addresses.siteUrl);
  const email = newEmail();
  const answer = await visitor.press('/sign-up', 'Create account', { email, password });
  expect(answer.text).toMatch(/Complete the captcha first/);
  expect(answer.text).toContain(email);
});

const words = (page: Page) => page.locator('[data-captcha-words]');

test('a form sent too early waits with its values, says so, and continues automatically @slow @tour', async ({
  page,
}) => {
  await fill(page, newEmail());
  await page.getByLabel('Password').press('Enter');
  await expect(words(page)).toHaveText(/Complete the captcha/);
  await expect(words(page)).toBeFocused();
  await expect(page.getByLabel('Password')).toHaveValue(password);
  await show(page, 'captcha-not-ticked');
  await expectNoAxeViolations(page);
  // By keyboard only, once it can be reached.
  await expect(box(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(box(page)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
});

test('an expired or failed check is reported, and typed values are kept @slow', async ({ page }) => {
  const email = newEmail();
  await fill(page, email);
  await box(page).check();
  await widget(page).getByRole('button', { name: 'Let it expire' }).click();
  await expect(words(page)).toHaveText(/The captcha has expired/);
  await widget(page).getByRole('button', { name: 'Let it fail' }).click();
  await expect(words(page)).toHaveText(/didn't load/);
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByRole('button', { name: 'Create account' }).click();
  await box(page).check();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
});

test('a site without the variables reports why sign-in fails, at the form and to its monitor, and shows no captcha @slow', async ({
  startSite,
}) => {
  const site = await startSite();
  const visitor = openHttpClient(site.siteUrl, site.siteUrl);
  const answer = await visitor.press('/sign-up', 'Create account', { email: newEmail(), password });
  // React may escape the apostrophe.
  expect(answer.text).toMatch(/Signing in isn.{1,6}t set up completely/);
  expect(answer.text).not.toContain('data-captcha');
  const ready = await fetch(`${site.siteUrl}/api/ready`);
  expect(await ready.json()).toMatchObject({ status: 'ready', notes: ['captcha'] });
  expect((await fetch(`${site.siteUrl}/api/captcha`)).status).toBe(404);
  expect(site.process.errorOutput()).toContain('requires a captcha, but this site shows none');
});

test('a new wallet gets an account with a token, and is refused without one @slow', async ({ page }) => {
  await installTestWallet(page);
  await page.goto('/sign-in');
  await signInByWallet(page);
  await expect(page.getByRole('dialog')).toHaveAccessibleName('Complete the captcha first.');
  await page.goto('/sign-in');
  await box(page).check();
  await signInByWallet(page);
  await page.waitForURL(({ pathname }) => pathname === '/wallets');
});

test('code, password and reset each send a token, and the widget resets after each @slow @tour', async ({
  page,
  addresses,
  mailbox,
}) => {
  const { email } = await createAccount(addresses);
  await page.goto('/sign-in');
  await waitForHydration(page);
  await page.getByLabel('Email').fill(email);
  // Needs no token.
  await page.getByRole('button', { name: 'Use a password' }).click();
  await expect(page.getByLabel('Password')).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await box(page).check();
  await show(page, 'captcha-sign-in');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Code')).toBeVisible();
  await page.getByRole('link', { name: 'Use a password' }).click();
  await page.getByLabel('Password').fill('not the password');
  await box(page).check();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText("That email and password don't match")).toBeVisible();
  // A token is valid once.
  await expect(box(page)).not.toBeChecked();
  await page.getByLabel('Password').fill(password);
  await box(page).check();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Wallets' })).toBeVisible();
  await page.context().clearCookies();

  const known = await mailbox.lastTo(email);
  await page.goto('/reset-password');
  await expect(box(page)).toBeVisible();
  await show(page, 'captcha-reset-password');
  await waitForHydration(page);
  await page.getByLabel('Email').fill(email);
  await box(page).check();
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await expect(page.getByText('Check your email')).toBeVisible();
  await show(page, 'captcha-done');
  expect((await mailbox.newestTo(email, known)).subject).toMatch(/password/i);
});

test('the sign-up email is sent again with a token, immediately and after a reload @slow', async ({
  page,
  mailbox,
  addresses,
}) => {
  const email = newEmail();
  await fill(page, email);
  await box(page).check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  const first = await mailbox.newestTo(email);
  await letPauseEnd(page, addresses, email);
  await page.reload();
  await waitForHydration(page);
  await box(page).check();
  await page.getByRole('button', { name: 'Send it again' }).click();
  await expect(page.getByText('Sent again.')).toBeVisible();
  expect((await mailbox.newestTo(email, first)).subject).toBe(first.subject);
});

test('confirming in place needs no captcha, on a page without one @slow', async ({
  page,
  mailbox,
  addresses,
}) => {
  const email = await signUp(page, mailbox);
  const { userId } = await readProver(page, addresses);
  await letSessionsAge(addresses, userId, '11 minutes');
  await page.goto('/activity/not-me');
  await waitForHydration(page);
  await page.getByRole('button', { name: 'End every other session' }).click();
  const confirming = page.getByRole('dialog', { name: "Confirm it's you" });
  await confirming.getByLabel('Password').fill(password);
  await confirming.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Every other session has ended.')).toBeVisible();

  await letSessionsAge(addresses, userId, '11 minutes');
  await page.goto('/activity/not-me');
  await waitForHydration(page);
  await page.getByRole('button', { name: 'End every other session' }).click();
  await confirming.getByRole('button', { name: 'Use a code by email' }).click();
  await letPauseEnd(page, addresses, email);
  const known = await mailbox.lastTo(email);
  await page.getByRole('button', { name: 'Send the code' }).click();
  const { code } = await mailbox.newestTo(email, known);
  await confirming.getByLabel('Code').fill(code ?? '');
  await expect(page.getByText('Every other session has ended.')).toBeVisible();
});

// A page's policy is its document's. In these tests, a document without a captcha navigates to a page with one.

/** Opens a public page without a captcha. Pages of an account would be reloaded at sign-in anyway. */
async function openPageWithout(page: Page): Promise<void> {
  await page.goto('/proofs/00000000-0000-4000-8000-000000000000');
  await waitForHydration(page);
}

const askedOfProvider = (page: Page) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/captcha/api.js')) asked.push(request.url());
  });
  return asked;
};

test('a form reached from a page without its policy reloads before it contacts the provider, each time @slow', async ({
  page,
}) => {
  const asked = askedOfProvider(page);
  // No check is solved in between: the record of a reload must not outlive it.
  for (const time of [1, 2, 3]) {
    await openPageWithout(page);
    await goWithinDocument(page, '/sign-in');
    await expect(box(page)).toBeVisible();
    expect(asked).toHaveLength(time);
    expect(await page.evaluate(() => sessionStorage.getItem('captcha-reloaded-for'))).toBeNull();
  }
});

test('a document that never gets the policy is reloaded once, not forever @slow', async ({ page }) => {
  await openPageWithout(page);
  // As after a reload that led to the same document.
  await page.evaluate(() => sessionStorage.setItem('captcha-reloaded-for', '/sign-in'));
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) documents.push(request.url());
  });
  const asked = page.waitForRequest(/captcha\/api\.js/);
  await goWithinDocument(page, '/sign-in');
  await asked;
  await page.getByLabel('Email').fill('typed@example.com');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.locator('[data-captcha-words]')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('typed@example.com');
  expect(documents).toEqual([]);
});
