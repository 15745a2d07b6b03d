import type { Page } from 'playwright/test';
import { errors } from '../lib/errors.ts';
import { createAccount, signIn } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { letSessionsAge } from './fixtures/let-time-pass.ts';
import { openMailbox } from './fixtures/mailbox.ts';
import { openSetting } from './fixtures/open-setting.ts';
import { createWalletKey, openProver, proveWallet, readProver } from './fixtures/prove-wallet.ts';
import { readField } from './fixtures/read-html.ts';
import { addAuthenticator } from './fixtures/second-factor.ts';
import { authStatusOf, fetchTokens } from './fixtures/session-cookies.ts';
import { show } from './fixtures/show-in-tour.ts';
import { openSignedInBrowser } from './fixtures/signed-in-client.ts';
import { expect, test } from './fixtures/test.ts';
import { chooseInMenu, chooseWallet } from './wallet-page.ts';

const askedFirst = (page: Page) => page.getByText(errors['auth.recent_auth_required'].title);
const confirmLink = (page: Page) => page.getByRole('link', { name: "Confirm it's you" });

test('an old session must confirm by password or code, and then continues with the same wallet @tour', async ({
  page,
  addresses,
  consoleErrors,
}) => {
  const account = await createAccount(addresses);
  const prover = await openProver(addresses, account);
  await proveWallet(addresses, prover, createWalletKey());
  await signIn(page, account);
  await letSessionsAge(addresses, prover.userId, '11 minutes');

  await chooseInMenu(page.getByRole('listitem').filter({ hasText: 'Proven' }), 'Remove…');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Remove wallet' }).click();
  await expect(askedFirst(page)).toBeVisible();
  await expectNoAxeViolations(page);
  const confirming = page.getByRole('dialog', { name: "Confirm it's you" });
  await expect(confirming.getByText("You'll continue with “Remove wallet”.")).toBeVisible();
  await show(page, 'confirm-access-dialog');
  await expectNoAxeViolations(page);
  // Escape closes one dialog at a time.
  await page.keyboard.press('Escape');
  await expect(confirming).toBeHidden();
  await expect(dialog.getByRole('button', { name: 'Remove wallet' })).toBeVisible();
  await confirmLink(page).click();
  await confirming.getByLabel('Password').fill('not the password');
  await confirming.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText(errors['step_up.password_wrong'].title)).toBeVisible();
  await confirming.getByLabel('Password').fill(account.password);
  await confirming.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('No wallet is proven yet.')).toBeVisible();

  await letSessionsAge(addresses, prover.userId, '11 minutes');
  const other = await fetchTokens(addresses, account);
  await page.goto('/activity/not-me');
  await page.getByRole('button', { name: 'End every other session' }).click();
  await expect(askedFirst(page)).toBeVisible();
  expect(await authStatusOf(addresses, other.access_token)).toBe(200);
  // Once closed, a press opens it again.
  await confirming.getByRole('button', { name: 'Close' }).click();
  await confirmLink(page).click();
  await confirming.getByRole('button', { name: 'Use a code by email' }).click();
  const mailbox = openMailbox(addresses.mailboxUrl);
  const known = await mailbox.lastTo(account.email);
  await page.getByRole('button', { name: 'Send the code' }).click();
  const { code } = await mailbox.newestTo(account.email, known);
  await expect(confirming.getByLabel('Code')).toBeFocused();
  await confirming.getByLabel('Code').fill(code ?? '');
  await expect(page.getByRole('status').filter({ hasText: 'Every other session has ended.' })).toBeFocused();
  await expectNoAxeViolations(page);
  expect(await authStatusOf(addresses, other.access_token)).toBe(403);
  await page.getByRole('link', { name: 'See the activity' }).click();
  await expect(page.getByText('Ended every other session')).toBeVisible();

  // Works also on a page with a password field, and keeps typed values.
  await letSessionsAge(addresses, prover.userId, '11 minutes');
  await page.goto('/security');
  await openSetting(page, 'the password');
  await show(page, 'security-password-open');
  await page.getByLabel('Password').fill('a new and better one');
  await page.getByRole('button', { name: 'Change password' }).click();
  await confirming.getByLabel('Password').fill(account.password);
  await confirming.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Password saved. Every other session has ended.')).toBeVisible();
  expect(consoleErrors).toEqual([]);
});

test('an account with an authenticator must use it, and other sessions are refused', async ({
  account,
  addresses,
}) => {
  await proveWallet(addresses, await openProver(addresses, account), createWalletKey());
  const { authenticator, tokens } = await addAuthenticator(addresses, account);
  // Not by the sign-in page: a session with only the password, like a thief's.
  const thief = await openSignedInBrowser(addresses, account);
  for (const path of ['/wallets', '/activity', '/security', '/account', '/account/delete']) {
    await thief.open(path);
    expect(thief.place()).toBe(`/confirm-access?next=${encodeURIComponent(path)}`);
    expect(thief.words()).not.toContain('Use your password');
    expect(thief.answer().text).not.toContain('name="password"');
    expect(readField(thief.answer().text, 'code')).toBe('');
  }
  await thief.open('/activity/not-me');
  await thief.press('End every other session');
  expect(thief.words()).toContain(errors['auth.second_factor_required'].title);
  await thief.follow("Confirm it's you");
  expect(thief.answer().text).not.toContain('name="password"');
  await thief.press('Continue', { code: '000000' });
  expect(thief.words()).toContain(errors['step_up.authenticator_code_wrong'].title);
  expect(await authStatusOf(addresses, tokens.access_token)).toBe(200);
  await thief.press('Continue', { code: authenticator.nextCode() });
  expect(thief.place()).toBe('/activity/not-me');
  await thief.press('End every other session');
  expect(thief.words()).toContain('Every other session has ended.');
  expect(await authStatusOf(addresses, tokens.access_token)).toBe(403);
});

test('the dialog opens at each press, not only the first @slow', async ({ page, addresses }) => {
  const account = await createAccount(addresses);
  const { userId } = await openProver(addresses, account);
  await signIn(page, account);
  await letSessionsAge(addresses, userId, '11 minutes');
  await page.goto('/activity/not-me');
  const confirming = page.getByRole('dialog', { name: "Confirm it's you" });
  for (const _press of ['first', 'second']) {
    await page.getByRole('button', { name: 'End every other session' }).click();
    await expect(confirming).toBeVisible();
    await confirming.getByRole('button', { name: 'Close' }).click();
    await expect(confirming).toBeHidden();
  }
});

test('an account with only a wallet confirms with it, and keeps typed values @slow', async ({
  page,
  addresses,
  consoleErrors,
}) => {
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Sign in with Solana' }).click();
  await chooseWallet(page, 'Demo Wallet');
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Sign with Demo Wallet' }).click();
  await page.waitForURL('**/wallets');
  const { userId } = await readProver(page, addresses);
  await letSessionsAge(addresses, userId, '11 minutes');

  // Holds the code of wallets until the button was pressed, which is before the wallet has reconnected.
  const pressed = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    const response = await route.fetch();
    if ((await response.text()).includes('autoConnect')) await pressed.promise;
    await route.fulfill({ response });
  });
  const email = `ada-${crypto.randomUUID()}@example.com`;
  await page.goto('/account');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Add email' }).click();
  await expectNoAxeViolations(page);
  const saysSo = page.evaluate(
    () =>
      new Promise((resolve) => {
        const look = () => document.body.textContent.includes('Connecting your wallet…') && resolve(true);
        new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
      }),
  );
  await page.getByRole('button', { name: 'Use a wallet' }).click();
  pressed.resolve();
  await saysSo;
  // It reconnects, so there is no choice.
  await page.getByRole('button', { name: 'Sign with Demo Wallet' }).click();
  await expect(page.getByText(`Changing to ${email}`)).toBeVisible();
  // Nested dialogs have released the page's scrolling.
  await expect(page.locator('html')).not.toHaveCSS('overflow-y', 'hidden');

  // A started proof continues automatically, only after confirming.
  await letSessionsAge(addresses, userId, '11 minutes');
  await page.goto('/wallets');
  const provenAt = page.getByRole('list', { name: 'Proven wallets' }).locator('time').first();
  const before = await provenAt.getAttribute('datetime');
  const proveAgain = () =>
    chooseInMenu(page.getByRole('list', { name: 'Proven wallets' }).getByRole('listitem'), 'Prove again');
  const confirming = page.getByRole('dialog', { name: "Confirm it's you", exact: true });
  await proveAgain();
  await confirming.getByRole('button', { name: 'Close' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  // A link alone starts nothing.
  await page.goto('/wallets?resume=1');
  await page.waitForURL('**/wallets');
  await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await proveAgain();
  await confirming.getByRole('button', { name: 'Use a wallet' }).click();
  await page.getByRole('button', { name: 'Sign with Demo Wallet' }).click();
  await expect(page.getByText(/^Wallet proven again/)).toBeVisible();
  await expect(provenAt).not.toHaveAttribute('datetime', before ?? '');
  expect(consoleErrors).toEqual([]);
});
