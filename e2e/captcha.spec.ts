import type { Page } from 'playwright/test';
import { waitForHydration } from './fixtures/hydration.ts';
import { testOnOwnStack } from './fixtures/own-stack.ts';
import { startStack } from './fixtures/stack.ts';
import { expect } from './fixtures/test.ts';
import { openVisitor } from './fixtures/visitor.ts';

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

test('sign-up goes with a token, and its code needs no other', async ({ page, mailbox }) => {
  const email = newEmail();
  await fill(page, email);
  await box(page).check();
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
