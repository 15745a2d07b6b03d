import type { Page } from 'playwright/test';
import { createWalletKey, openProver, proveWallet } from './fixtures/prove-wallet.ts';
import { startRelyingApp } from './fixtures/relying-app.ts';
import { show } from './fixtures/show-in-tour.ts';
import { expect, test } from './fixtures/test.ts';

test('an app asks', async ({ page, member, addresses }) => {
  const app = await startRelyingApp(addresses, {
    scope: 'openid profile email wallets proofs offline_access',
  });
  const prover = await openProver(addresses, member);
  await page.goto('/apps');
  await show(page, 'apps-none');
  await page.goto(`${app.url}/sign-in`);
  await expect(page.getByText('You have no proven wallet yet')).toBeVisible();
  await show(page, 'connect-no-wallet');
  for (const key of [createWalletKey(), createWalletKey()]) await proveWallet(addresses, prover, key);
  await page.reload();
  await expect(page.getByRole('checkbox')).toHaveCount(2);
  await show(page, 'connect');
  await show(page, 'connect-end', 'end');
  await page.goto(`${app.url}/sign-in?wallet=any`);
  for (const box of await page.getByRole('checkbox').all()) await box.uncheck();
  await page.getByRole('button', { name: 'Share and continue' }).click();
  await expect(page.getByRole('alert').filter({ hasText: "isn't ticked" })).toBeVisible();
  await show(page, 'connect-refused');
  await page.goto(`${app.url}/sign-in?wallet=new`);
  await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible();
  await show(page, 'connect-prove');
  await page.goto(`${app.url}/sign-in?prompt=login`);
  await expect(page.getByRole('link', { name: "Confirm it's you" })).toBeVisible();
  await show(page, 'connect-again');
  await page.goto('/connect/problem?code=app.request_expired');
  await show(page, 'connect-problem');

  await page.goto(`${app.url}/sign-in?scope=openid%20wallets`);
  await page.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Share and continue' }).click();
  await expect(page.locator('#claims')).toBeVisible();
  await page.goto(`${app.url}/sign-in?scope=openid%20wallets%20email`);
  await expect(page.getByRole('heading', { name: /^Share more with/ })).toBeVisible();
  await show(page, 'connect-more');
  await page.goto('/apps');
  await expect(page.getByRole('heading', { name: 'Wallet Gate' })).toBeVisible();
  await show(page, 'apps');
  await page.goto(`${app.url}/sign-out`);
  await expect(page.getByRole('button', { name: 'Sign out here' })).toBeVisible();
  await show(page, 'connect-sign-out');
  await stayOnLeadingPage(page, app.url);
  await page.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(page.getByRole('heading', { name: /^Going back to/ })).toBeVisible();
  await show(page, 'connect-leading-on');
  await app.stop();
});

test('apps that people register', async ({ page, member, addresses }) => {
  const app = await startRelyingApp(addresses, {
    name: 'Bank',
    scope: 'openid wallets',
    owner: await openProver(addresses, member),
  });
  await page.goto(`${app.url}/sign-in`);
  await expect(page.getByText('Not reviewed by')).toBeVisible();
  await show(page, 'connect-not-reviewed');
  await page.getByRole('button', { name: 'Share and continue' }).click();
  await expect(page.locator('#claims')).toBeVisible();
  await page.goto('/apps');
  await expect(page.getByRole('heading', { name: 'Bank' })).toBeVisible();
  await show(page, 'apps-not-reviewed');
  await page.goto('/developers');
  await expect(page.getByRole('link', { name: 'Register an app' })).toBeVisible();
  await show(page, 'developers');
  await page.goto('/developers/new');
  await show(page, 'developers-new');
  await page.getByLabel('Name').fill('Countersign Help');
  await page.getByLabel('Redirect addresses').fill('http://gate.example/callback');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('This name could be mistaken for this site.')).toBeVisible();
  await show(page, 'developers-new-refused');
  await page.getByLabel('Name').fill('Wallet Door');
  await page.getByLabel('Redirect addresses').fill('https://gate.example/callback');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Wallet Door' })).toBeVisible();
  await show(page, 'developers-registered');
  await page.getByRole('link', { name: "I've saved it" }).click();
  await expect(page.getByRole('heading', { name: 'Advanced' })).toBeVisible();
  await show(page, 'developers-app');
  const appPath = new URL(page.url()).pathname;
  await page.goto(`${appPath}/try`);
  await show(page, 'developers-try');
  await page.getByRole('button', { name: 'Share and continue' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What Wallet Door would get');
  await show(page, 'developers-try-claims');
  await page.goto(appPath);
  await page.getByRole('heading', { name: 'Secret', exact: true }).click();
  await page.getByRole('button', { name: 'Make a new secret' }).click();
  await expect(page.getByRole('heading', { name: 'Copy its new secret now' })).toBeVisible();
  await show(page, 'developers-app-new-secret');
  await page.reload();
  await page.getByRole('heading', { name: 'Secret', exact: true }).click();
  await page.getByRole('button', { name: 'Make a new secret' }).click();
  await expect(page.locator('[data-code="app.secret_just_made"]')).toBeFocused();
  await show(page, 'developers-app-two-secrets');
  await page.goto(`${app.url}/sign-out`);
  await show(page, 'connect-sign-out-not-reviewed');
  await page.getByRole('button', { name: 'Sign out here' }).click();
  await expect(page.getByRole('heading', { name: "You're signed out here." })).toBeVisible();
  await show(page, 'connect-signed-out-not-reviewed');
  await app.stop();
});

/** The page that leads on to an app stands, because the app answers with nothing to show. */
async function stayOnLeadingPage(page: Page, appUrl: string): Promise<void> {
  await page.route(`${appUrl}/**`, (route) => route.fulfill({ status: 204 }));
}
