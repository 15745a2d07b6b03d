import { releaseMails, waitForHeldMails, waitForMail } from 'local-supabase/testing';
import type { Page } from 'playwright/test';
import { callAuth } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { openHttpClient } from './fixtures/http-client.ts';
import type { Mail } from './fixtures/mailbox.ts';
import { openSetting } from './fixtures/open-setting.ts';
import { testOnOwnStack } from './fixtures/own-stack.ts';
import { type Stack, startStack } from './fixtures/stack.ts';
import { expect } from './fixtures/test.ts';

const test = testOnOwnStack('needs a backend of its own, whose mail server keeps its mails', () =>
  startStack({ backend: { LOCAL_SUPABASE_MAIL_HELD: '1', LOCAL_SUPABASE_REQUEST_SECONDS: '3600' } }),
);

const newEmail = () => `new-${crypto.randomUUID()}@example.com`;
const password = 'correct horse battery';
const doesNotMatch = "That code doesn't match, or it has expired";

/** The local backend, in the form of its test helpers. */
const backendOf = ({ addresses: { supabaseUrl, secretKey } }: Stack) => ({ url: supabaseUrl, secretKey });

/** Waits until the mail server holds an email to this address. */
async function waitForHeldMailTo(stack: Stack, email: string): Promise<void> {
  await expect
    .poll(() => waitForHeldMails(backendOf(stack), 1), { intervals: [20, 50, 100] })
    .toContain(email);
}

async function signUp(page: Page, siteUrl: string, email: string): Promise<void> {
  await page.goto(`${siteUrl}/sign-up`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
}

async function enterCode(page: Page, code: string | null): Promise<void> {
  await page.getByLabel('Code').fill(code ?? '');
}

test('with a mail server slower than a page waits, users sign up and change their email with working codes @slow', async ({
  startSite,
  page,
  stack,
  mailbox,
}) => {
  // Without its own SMTP server, the app has Auth send the email for a change of address.
  const app = await startSite();
  /** Releases emails one after the other until one is to this address. */
  const letGoTo = async (email: string) => {
    let mail: Mail | undefined;
    const look = async () => {
      await releaseMails(backendOf(stack));
      mail = await mailbox.lastTo(email);
      return mail?.code;
    };
    await expect.poll(look, { intervals: [20, 50, 100] }).toMatch(/^\d+$/);
    return mail?.code ?? '';
  };
  const email = newEmail();
  await signUp(page, app.siteUrl, email);
  // Answered before the email is sent.
  expect(await mailbox.allTo(email)).toEqual([]);
  await enterCode(page, await letGoTo(email));
  await expect(page).toHaveURL(`${app.siteUrl}/wallets`);

  const other = newEmail();
  await page.goto(`${app.siteUrl}/account`);
  await openSetting(page, 'the email');
  await page.getByLabel('New email').fill(other);
  await page.getByRole('button', { name: 'Change email' }).click();
  await expect(page.getByText(`Changing to ${other}`)).toBeVisible();
  await expectNoAxeViolations(page);
  await enterCode(page, await letGoTo(other));
  await expect(page.getByText('This address is confirmed.')).toBeVisible();
});

test('if Auth gives up on the mail server the code is refused, a new one is offered, and the log names the mail server @slow', async ({
  page,
  stack,
  addresses,
}) => {
  const backend = backendOf(stack);
  const email = newEmail();
  await signUp(page, addresses.siteUrl, email);
  await waitForHeldMailTo(stack, email);
  await releaseMails(backend, 'late');
  const dead = await waitForMail(backend, email);
  await enterCode(page, dead.code);
  await expect(page.getByRole('alert').filter({ hasText: doesNotMatch })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'ask for a new one' })).toBeVisible();
  await expect
    .poll(() => stack.app.process.errorOutput())
    .toContain('The mail server takes longer than Auth waits');
  expect(stack.app.process.errorOutput()).not.toContain(email);

  // Auth removed the account along with its failed email, so the address can sign up again.
  await signUp(page, addresses.siteUrl, email);
  await waitForHeldMailTo(stack, email);
  await releaseMails(backend);
  await expect.poll(async () => (await waitForMail(backend, email)).id).not.toBe(dead.id);
  await enterCode(page, (await waitForMail(backend, email)).code);
  await expect(page).toHaveURL(`${addresses.siteUrl}/wallets`);
});

test('an app that shuts down finishes sending a requested email @slow', async ({ stack, addresses }) => {
  const app = await stack.startAnotherApp();
  const backend = backendOf(stack);
  const email = newEmail();
  await openHttpClient(app.siteUrl).press('/sign-up', 'Create account', { email, password });
  await waitForHeldMailTo(stack, email);
  app.process.signal('SIGTERM');
  // It accepts no more connections.
  const knock = () =>
    fetch(app.siteUrl).then(
      () => 'open',
      () => 'closed',
    );
  await expect.poll(knock).toBe('closed');
  expect(app.process.hasEnded()).toBe(false);
  await releaseMails(backend);
  await app.process.ended;
  const { code } = await waitForMail(backend, email);
  await callAuth(addresses, 'verify', { type: 'email', email, token: code });
});
