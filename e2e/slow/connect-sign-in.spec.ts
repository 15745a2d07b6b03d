import type { Page } from 'playwright/test';
import { type Account, createAccount, enterPassword } from '../fixtures/account.ts';
import { expectNoAxeViolations } from '../fixtures/axe.ts';
import { requestOfOwnApp } from '../fixtures/own-app.ts';
import { expectFitsPhone } from '../fixtures/phone-width.ts';
import { createWalletKey, openProver, proveWallet } from '../fixtures/prove-wallet.ts';
import { startRelyingApp } from '../fixtures/relying-app.ts';
import { addAuthenticator } from '../fixtures/second-factor.ts';
import { expect, test } from '../fixtures/test.ts';
import { installTestWallet } from '../test-wallet.ts';
import { chooseWallet } from '../wallet-page.ts';

test('a wallet, a second factor and a link opened in another tab each come back to the request of the app', async ({
  page,
  context,
  mailbox,
  addresses,
}) => {
  const app = await startRelyingApp(addresses, { scope: 'openid email' });
  const share = page.getByRole('button', { name: 'Share and continue' });
  const leave = async () => {
    await share.click();
    await expect(page.locator('#claims')).toBeVisible();
    await context.clearCookies();
    await page.goto(`${app.url}/sign-in`);
  };
  await installTestWallet(page);
  await page.goto(`${app.url}/sign-in`);
  await page.getByRole('button', { name: 'Sign in with Solana' }).click();
  await chooseWallet(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign with Test Wallet' }).click();
  await leave();

  const guarded = await createAccount(addresses);
  const { authenticator } = await addAuthenticator(addresses, guarded);
  await enterPassword(page, guarded);
  await page.getByLabel('Code').fill(authenticator.nextCode());
  await leave();

  const mailed: Account = await createAccount(addresses);
  await page.getByLabel('Email').fill(mailed.email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Use a code instead' }).click();
  await expect(page.getByLabel('Code')).toBeVisible();
  const tab = await context.newPage();
  await tab.goto((await mailbox.newestTo(mailed.email)).link ?? '');
  await tab.getByRole('button', { name: 'Continue' }).click();
  // Both tabs follow. The first goes on, and the other says so.
  const tabs = [page, tab];
  const first = await Promise.any(
    tabs.map(async (one) => {
      await one.getByRole('button', { name: 'Share and continue' }).waitFor();
      return one;
    }),
  );
  for (const other of tabs.filter((one) => one !== first))
    await expect(other.getByText('It continued in another tab')).toBeVisible();
  await first.getByRole('button', { name: 'Share and continue' }).click();
  await expect(first.locator('#claims')).toContainText(mailed.email);
  await app.stop();
});

test('an answer that was not taken is read first, with scripts or without', async ({
  page,
  member,
  addresses,
}) => {
  const app = await startRelyingApp(addresses, { scope: 'openid wallets' });
  await proveWallet(addresses, await openProver(addresses, member), createWalletKey());
  await page.goto(`${app.url}/sign-in?wallet=any`);
  await page.getByRole('checkbox').uncheck();
  await page.getByRole('button', { name: 'Share and continue' }).click();
  await expect(page.getByRole('alert').filter({ hasText: "isn't ticked" })).toBeVisible();
  await expect(page.locator(':focus').getByRole('alert')).toBeVisible();
  await app.stop();
});

test('what stands around a request of an app is clean in axe, and fits a phone', async ({
  page,
  context,
  member,
  addresses,
}) => {
  const owner = await openProver(addresses, member);
  const app = await startRelyingApp(addresses, { name: 'Bank', owner });
  const look = async (on: Page, words: string | RegExp) => {
    await expect(on.getByText(words).first()).toBeVisible();
    await expectFitsPhone(on);
    await expectNoAxeViolations(on);
  };
  await page.goto(`${app.url}/sign-in?prompt=login`);
  await look(page, "asks that you confirm again that it's you");
  await page.goto(`${app.url}/sign-in`);
  await look(page, 'Not reviewed by Countersign');
  await page.getByRole('button', { name: 'Share and continue' }).click();
  await expect(page.locator('#claims')).toBeVisible();
  await page.goto(`${app.url}/sign-out`);
  await look(page, "hasn't reviewed this app");
  await page.getByRole('button', { name: 'Stay signed in' }).click();
  await look(page, "You're still signed in here.");
  await app.stop();

  const request = await requestOfOwnApp(addresses, member, 'com.example.app:/callback');
  await page.goto(request);
  await look(page, 'trust the app on this device (com.example.app)');
  // Nothing on this device opens that scheme, so the browser stays where it was to be led from.
  const tab = await context.newPage();
  await tab.goto(request);
  await tab.getByRole('button', { name: 'Cancel' }).click();
  await look(tab, "If the app doesn't open, go back to it yourself.");
  await tab.close();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await look(page, 'to continue to an app on this device (com.example.app)');
});
