import { type Account, createAccount } from './fixtures/account.ts';
import { startAppOnBackend } from './fixtures/app-on-backend.ts';
import { openHttpClient, passwordPath } from './fixtures/http-client.ts';
import { openMailbox } from './fixtures/mailbox.ts';
import { readForms } from './fixtures/page-forms.ts';
import { isSessionCookie } from './fixtures/session-cookies.ts';
import { skipOnExternalProject } from './fixtures/skip-on-external-project.ts';
import { type Stack, startStack } from './fixtures/stack.ts';
import { expect, test } from './fixtures/test.ts';

test.describe.configure({ mode: 'default' });

const cannotReach = "Something isn't responding.";
const nothingChanged = 'Nothing changed. Try again in a moment.';
let stack: Stack;
let account: Account;

test.beforeAll(async () => {
  skipOnExternalProject('stops and hangs its backend');
  stack = await startStack();
  account = await createAccount(stack.addresses);
});

test.afterAll(() => stack?.stop());

/** Kills the backend, and restarts it afterwards. */
async function withoutBackend(work: () => Promise<void>): Promise<void> {
  stack.backend().signal('SIGKILL');
  await stack.backend().ended;
  try {
    await work();
  } finally {
    await stack.restartBackend();
  }
}

/** Suspends the backend: it accepts connections and never answers. */
async function withHangingBackend(work: () => Promise<void>): Promise<void> {
  stack.backend().signal('SIGSTOP');
  try {
    await work();
  } finally {
    stack.backend().signal('SIGCONT');
  }
}

test('signing out while the backend is down clears the browser, and reports what remains @slow', async () => {
  const visitor = openHttpClient(stack.addresses.siteUrl);
  await visitor.signIn(account);
  await withoutBackend(async () => {
    const answer = await visitor.press('/account', 'Sign out');
    expect(answer.headers.location).toBe('/sign-in?notice=session-not-ended');
    expect([...visitor.cookies.keys()].filter(isSessionCookie)).toEqual([]);
    const { text } = await visitor.get('/sign-in?notice=session-not-ended');
    expect(text).toContain('You are signed out in this browser.');
  });
});

test('forms keep typed values while the backend is down, report it, and work afterwards @slow', async ({
  browser,
}) => {
  const { siteUrl, mailboxUrl } = stack.addresses;
  const newcomer = `newcomer-${crypto.randomUUID()}@example.com`;
  // Four windows, because a background tab renders only once a second.
  const openWindow = () => browser.newPage();
  const [signIn, signUp, reset, link] = [
    await openWindow(),
    await openWindow(),
    await openWindow(),
    await openWindow(),
  ];
  const invited = openHttpClient(siteUrl);
  const invitation = `invited-${crypto.randomUUID()}@example.com`;
  await invited.press('/sign-up', 'Create account', { email: invitation, password: account.password });
  const mail = await openMailbox(mailboxUrl).newestTo(invitation);

  const forms = [
    { tab: reset, path: '/reset-password', email: account.email, done: 'Check your email' },
    { tab: signUp, path: '/sign-up', email: newcomer, done: 'Check your email' },
    { tab: signIn, path: passwordPath, email: account.email, done: 'Wallets' },
  ];
  for (const { tab, path, email } of forms) {
    await tab.goto(siteUrl + path);
    await tab.getByLabel('Email').fill(email);
    if (path !== '/reset-password') await tab.getByLabel('Password').fill(account.password);
  }
  await link.goto(mail.link ?? '');
  await withoutBackend(async () => {
    for (const { tab, path, email } of forms) {
      await tab.getByLabel('Email').press('Enter');
      await expect(tab.getByRole('alert').filter({ hasText: cannotReach })).toContainText(nothingChanged);
      await expect(tab.getByLabel('Email')).toHaveValue(email);
      if (path !== '/reset-password') await expect(tab.getByLabel('Password')).toHaveValue(account.password);
    }
    await link.getByRole('button', { name: 'Confirm email' }).click();
    await expect(link.getByRole('alert').filter({ hasText: cannotReach })).toContainText(nothingChanged);
    const opened = await invited.get(new URL(mail.link ?? '').pathname + new URL(mail.link ?? '').search);
    expect([opened.status, opened.text.includes('isn&#x27;t responding')]).toEqual([200, true]);
    expect(readForms(opened.text)).toEqual([]);
  });
  for (const { tab, done } of forms) {
    await tab.getByLabel('Email').press('Enter');
    await expect(tab.getByText(done, { exact: true }).first()).toBeVisible();
  }
  await link.getByRole('button', { name: 'Confirm email' }).click();
  // Another browser signed up, so this one asks for a password that the owner knows.
  await expect(link).toHaveURL(`${siteUrl}/reset-password/new`);
  for (const window of [signIn, signUp, reset, link]) await window.close();
});

test('sign-in renders on a server that has never reached its backend, which hangs @slow', async ({
  browser,
}) => {
  await withHangingBackend(async () => {
    // Longer than this test, so any wait for the backend fails it.
    const variables = { LOCAL_BACKEND_TIMEOUT: '600' };
    const fresh = await startAppOnBackend(stack.addresses, { variables });
    const page = await browser.newPage();
    try {
      for (const path of ['/sign-up', '/sign-in']) {
        // Waits only for the commit: the answer completes once the providers are known, which never happens.
        await page.goto(fresh.siteUrl + path, { waitUntil: 'commit' });
        await expect(page.getByLabel('Email')).toBeVisible();
      }
      await expect(page.getByRole('button', { name: 'Sign in with Solana' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Create an account' })).toBeVisible();
    } finally {
      await page.close();
      await fresh.process.stop();
    }
  });
});
