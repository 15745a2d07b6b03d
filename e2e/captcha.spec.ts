import type { Page } from 'playwright/test';
import { createAccount } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { testOnOwnStack } from './fixtures/own-stack.ts';
import { show } from './fixtures/show-in-tour.ts';
import { startStack } from './fixtures/stack.ts';
import { expect } from './fixtures/test.ts';
import { openVisitor } from './fixtures/visitor.ts';
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

test('sign-up goes with a token, and its code needs no other @tour', async ({ page, mailbox }) => {
  const email = newEmail();
  await fill(page, email);
  await box(page).check();
  await show(page, 'captcha-sign-up');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  const { code } = await mailbox.newestTo(email);
  await page.getByLabel('Code').fill(code ?? '');
  await expect(page.getByRole('heading', { name: 'Wallets' })).toBeVisible();
});

test('the pages with such forms open their policy for the provider, and no other page does', async ({
  addresses,
  request,
}) => {
  const host = addresses.supabaseUrl;
  for (const path of ['/sign-in', '/sign-up', '/reset-password', '/auth/confirm']) {
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

test('without scripts the page says what it needs, and a post without a token is refused with what was typed', async ({
  addresses,
  browser,
}) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(`${addresses.siteUrl}/sign-up`);
  await expect(page.getByText('That needs JavaScript')).toBeVisible();
  await page.close();
  const visitor = openVisitor(addresses.siteUrl, addresses.siteUrl);
  const email = newEmail();
  const answer = await visitor.press('/sign-up', 'Create account', { email, password });
  expect(answer.text).toMatch(/Complete the captcha first/);
  expect(answer.text).toContain(email);
});

const words = (page: Page) => page.locator('[data-captcha-words]');

test('a form that is sent too soon waits with what was typed, says so, and goes on by itself @slow @tour', async ({
  page,
}) => {
  await fill(page, newEmail());
  await page.getByLabel('Password').press('Enter');
  await expect(words(page)).toHaveText(/Complete the captcha/);
  await expect(words(page)).toBeFocused();
  await expect(page.getByLabel('Password')).toHaveValue(password);
  await show(page, 'captcha-not-ticked');
  await expectNoAxeViolations(page);
  // By the keyboard alone, once it is there to be reached.
  await expect(box(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(box(page)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
});

test('a check that expires or fails says so, and nothing that was typed is lost @slow', async ({ page }) => {
  const email = newEmail();
  await fill(page, email);
  await box(page).check();
  await widget(page).getByRole('button', { name: 'Let it expire' }).click();
  await expect(words(page)).toHaveText(/The check has expired/);
  await widget(page).getByRole('button', { name: 'Let it fail' }).click();
  await expect(words(page)).toHaveText(/doesn't load/);
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByRole('button', { name: 'Create account' }).click();
  await box(page).check();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
});

test('a site without the variables says why nobody gets in, at the form and to its monitor, and shows nothing of a captcha @slow', async ({
  startSite,
}) => {
  const site = await startSite();
  const visitor = openVisitor(site.siteUrl, site.siteUrl);
  const answer = await visitor.press('/sign-up', 'Create account', { email: newEmail(), password });
  // React writes an apostrophe as it likes.
  expect(answer.text).toMatch(/Signing in isn.{1,6}t set up completely/);
  expect(answer.text).not.toContain('data-captcha');
  const ready = await fetch(`${site.siteUrl}/api/ready`);
  expect(await ready.json()).toMatchObject({ status: 'ready', notes: ['captcha'] });
  expect((await fetch(`${site.siteUrl}/api/captcha`)).status).toBe(404);
  expect(site.process.errorOutput()).toContain('asks for a captcha, and this site has none');
});

test('a wallet that is on no account gets one with a token, and is refused without @slow', async ({
  page,
}) => {
  await installTestWallet(page);
  await page.goto('/sign-in');
  await signInByWallet(page);
  await expect(page.getByRole('dialog')).toHaveAccessibleName('Complete the captcha first.');
  await page.goto('/sign-in');
  await box(page).check();
  await signInByWallet(page);
  await page.waitForURL(({ pathname }) => pathname === '/wallets');
});

test('code, password and reset each go with a token, and the widget begins anew after each @slow @tour', async ({
  page,
  addresses,
  mailbox,
}) => {
  const { email } = await createAccount(addresses);
  await page.goto('/sign-in');
  await waitForHydration(page);
  await page.getByLabel('Email').fill(email);
  await box(page).check();
  await show(page, 'captcha-sign-in');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Password').fill('not the password');
  await box(page).check();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText("That email and password don't match")).toBeVisible();
  // A token counts once.
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
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('Check your email')).toBeVisible();
  await show(page, 'captcha-done');
  expect((await mailbox.newestTo(email, known)).subject).toMatch(/password/i);
});
