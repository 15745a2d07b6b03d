import type { Page } from 'playwright/test';
import { releaseMails, waitForHeldMails, waitForMail } from '../supabase/local/testing/held-mails.ts';
import { callAuth } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { openMailbox } from './fixtures/mailbox.ts';
import type { Addresses } from './fixtures/stack.ts';
import { expect, test } from './fixtures/test.ts';
import { openVisitor } from './fixtures/visitor.ts';

const newEmail = () => `new-${crypto.randomUUID()}@example.com`;
const password = 'correct horse battery';
const doesNotMatch = "That code doesn't match, or it has expired";

/** The local backend, as its test helpers know it. */
const backendOf = ({ supabaseUrl, secretKey }: Addresses) => ({ url: supabaseUrl, secretKey });

async function signUp(page: Page, siteUrl: string, email: string): Promise<void> {
  await page.goto(`${siteUrl}/sign-up`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
}

async function enterCode(page: Page, code: string | null, button = 'Continue'): Promise<void> {
  await page.getByLabel('Code').fill(code ?? '');
  await page.getByRole('button', { name: button }).click();
}

test.slow();

test('with a mail server that takes 7 s, people sign up and change their e-mail by codes that work', async ({
  page,
  startPrivateStack,
}) => {
  const { addresses } = await startPrivateStack({
    backend: { LOCAL_SUPABASE_MAIL_SECONDS: '7' },
    // Without it Auth itself mails a change of e-mail.
    app: { SMTP_URL: '' },
  });
  const mailbox = openMailbox(addresses.mailboxUrl);
  const email = newEmail();
  await signUp(page, addresses.siteUrl, email);
  // Answered before the mail is out.
  expect(await mailbox.allTo(email)).toEqual([]);
  const { code } = await mailbox.newestTo(email);
  await enterCode(page, code);
  await expect(page).toHaveURL(`${addresses.siteUrl}/wallets`);

  const other = newEmail();
  await page.goto(`${addresses.siteUrl}/account`);
  await page.getByLabel('New email').fill(other);
  await page.getByRole('button', { name: 'Change email' }).click();
  await expect(page.getByText(`Changing to ${other}`)).toBeVisible();
  await expectNoAxeViolations(page);
  await enterCode(page, (await mailbox.newestTo(other)).code, 'Confirm code');
  await expect(page.getByText('This address has agreed.')).toBeVisible();
});

test('where Auth gives up on the mail server the code is refused, a new one is offered, and the log names the mail server', async ({
  page,
  startPrivateStack,
}) => {
  const { addresses, app } = await startPrivateStack({ backend: { LOCAL_SUPABASE_MAIL_HELD: '1' } });
  const backend = backendOf(addresses);
  const email = newEmail();
  await signUp(page, addresses.siteUrl, email);
  await waitForHeldMails(backend, 1);
  await releaseMails(backend, 'late');
  const dead = await waitForMail(backend, email);
  await enterCode(page, dead.code);
  await expect(page.getByRole('alert').filter({ hasText: doesNotMatch })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'ask for a new one' })).toBeVisible();
  await expect
    .poll(() => app.process.errorOutput())
    .toContain('The mail server takes longer than Auth waits');
  expect(app.process.errorOutput()).not.toContain(email);

  // The account was undone with its mail, so the address signs up anew.
  await signUp(page, addresses.siteUrl, email);
  await waitForHeldMails(backend, 1);
  await releaseMails(backend);
  await expect.poll(async () => (await waitForMail(backend, email)).id).not.toBe(dead.id);
  await enterCode(page, (await waitForMail(backend, email)).code);
  await expect(page).toHaveURL(`${addresses.siteUrl}/wallets`);
});

test('an app that is told to end carries a mail through that was asked for', async ({
  startPrivateStack,
}) => {
  const { addresses, app } = await startPrivateStack({ backend: { LOCAL_SUPABASE_MAIL_HELD: '1' } });
  const backend = backendOf(addresses);
  const email = newEmail();
  await openVisitor(addresses.siteUrl).press('/sign-up', 'Create account', { email, password });
  await waitForHeldMails(backend, 1);
  app.process.signal('SIGTERM');
  // It takes nobody in any more.
  await expect
    .poll(() =>
      fetch(addresses.siteUrl).then(
        () => 'open',
        () => 'closed',
      ),
    )
    .toBe('closed');
  expect(app.process.hasEnded()).toBe(false);
  await releaseMails(backend);
  await app.process.ended;
  const { code } = await waitForMail(backend, email);
  await callAuth(addresses, 'verify', { type: 'email', email, token: code });
});
