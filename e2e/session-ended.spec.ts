import type { Page } from 'playwright/test';
import { callFunction, enterPassword, signIn } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { openHttpClient } from './fixtures/http-client.ts';
import { expectFitsPhone } from './fixtures/phone-width.ts';
import {
  createWalletKey,
  openProver,
  proveWallet as proveAtServer,
  proverParameters,
  readProver,
} from './fixtures/prove-wallet.ts';
import { fetchExternalTokens, fetchTokens, packSession } from './fixtures/session-cookies.ts';
import type { Addresses } from './fixtures/stack.ts';
import { expect, test } from './fixtures/test.ts';
import { chooseInMenu, openLabel, openWallets, provenRow, proveWallet } from './wallet-page.ts';

test('a label typed into a session that was ended elsewhere is restored after signing in again', {
  tag: '@firefox',
}, async ({ page, addresses, signedIn }) => {
  await openWallets(page, { name: 'Test Wallet' });
  const address = await proveWallet(page);
  await openLabel(provenRow(page, address));
  await provenRow(page, address).getByRole('textbox', { name: 'Label' }).fill('Savings, not to be lost');
  await endElsewhere(page, addresses);

  await provenRow(page, address).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'You are signed out.' })).toBeVisible();
  await expect(provenRow(page, address).getByRole('textbox', { name: 'Label' })).toHaveValue(
    'Savings, not to be lost',
  );
  await expectNoAxeViolations(page);
  await expectFitsPhone(page);
  await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Your session has ended.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign out' })).toHaveCount(0);
  await expectNoAxeViolations(page);
  await enterPassword(page, signedIn);
  await page.waitForURL('**/wallets');

  await openLabel(provenRow(page, address));
  await expect(provenRow(page, address).getByRole('textbox', { name: 'Label' })).toHaveValue(
    'Savings, not to be lost',
  );
  await provenRow(page, address).getByRole('button', { name: 'Save' }).click();
  await expect(provenRow(page, address).locator('bdi').first()).toHaveText('Savings, not to be lost');
});

test('the choices of a registration in a session that was ended elsewhere are restored after signing in again', async ({
  page,
  addresses,
  signedIn,
}) => {
  await page.goto('/developers/new');
  await page.getByLabel('Name').fill('Wallet Gate');
  await page.getByLabel('Python').check();
  await endElsewhere(page, addresses);
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  await enterPassword(page, signedIn);
  await page.waitForURL('**/developers/new');
  await expect(page.getByLabel('Python')).toBeChecked();
  const redirectUris = page.getByLabel('Redirect URIs', { exact: true });
  await expect(redirectUris).toHaveValue('http://localhost:4000/callback');
  await page.getByLabel('Hono').check();
  await expect(redirectUris).toHaveValue('http://localhost:4000/auth/callback');
});

test('a session opened directly at Auth opens no page: each redirects to sign-in, and reads and changes nothing', async ({
  account,
  addresses,
}) => {
  const key = createWalletKey();
  await proveAtServer(addresses, await openProver(addresses, account), key);
  const thief = openHttpClient(addresses.siteUrl);
  const tokens = await fetchExternalTokens(addresses, account);
  for (const [name, value] of packSession(tokens, addresses)) thief.cookies.set(name, value);
  const pages = [
    ...['/wallets', '/security', '/activity', '/account', '/account/delete'],
    ...[
      '/security/recovery-codes',
      '/security/lost-authenticator',
      '/confirm-access',
      '/security/authenticator',
    ],
    ...['/apps', '/developers', '/developers/new', '/activity/not-me'],
    `/wallets/manage?address=${key.address}`,
  ];
  for (const path of pages) {
    const { headers, text } = await thief.get(path);
    // Some pages start streaming before the check, and redirect in the stream.
    const leads = `${headers.location ?? ''} ${text}`;
    expect([path, leads.includes('/sign-in?notice=session-ended')]).toEqual([path, true]);
  }
});

test("a link that claims an ended session doesn't sign out a live one", async ({ account, addresses }) => {
  const visitor = openHttpClient(addresses.siteUrl);
  await visitor.signIn(account);
  const answer = await visitor.get('/sign-in?notice=session-ended&next=%2Factivity');
  expect([answer.status, answer.headers.location]).toEqual([307, '/activity']);
  // The notice is always from the catalogue.
  const forged = await openHttpClient(addresses.siteUrl).get('/sign-in?notice=constructor');
  expect([forged.status, forged.text.includes('role="status"')]).toEqual([200, false]);
});

const chromeOnLinux =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

test('a session is recorded with its sign-in method when it begins, and as signed out when it ends', async ({
  account,
  addresses,
}) => {
  const visitor = openHttpClient(addresses.siteUrl, addresses.siteUrl, { 'user-agent': chromeOnLinux });
  await visitor.signIn(account);
  const { access_token } = await fetchTokens(addresses, account);
  const read = async () => {
    const answer = await fetch(
      `${addresses.supabaseUrl}/rest/v1/account_sessions?select=method,device,ended_because`,
      {
        headers: {
          'accept-profile': 'countersign',
          apikey: addresses.publishableKey,
          authorization: `Bearer ${access_token}`,
        },
      },
    );
    return (await answer.json()) as unknown;
  };
  const device = 'Chrome 142 on Linux';
  expect(await read()).toContainEqual({ method: 'password', device, ended_because: null });
  expect((await visitor.press('/wallets', 'Sign out')).headers.location).toBe('/sign-in');
  expect(await read()).toContainEqual({ method: 'password', device, ended_because: 'signed_out' });
});

/** Ends the page's session without its knowledge. Its access token stays valid. */
async function endElsewhere(page: Page, addresses: Addresses): Promise<void> {
  const prover = await readProver(page, addresses);
  await callFunction(addresses, 'end_session', { ...proverParameters(prover), p_target: prover.sessionId });
}

test('typed values are gone after sign-out, for the same user too @slow', async ({
  page,
  addresses,
  signedIn,
}) => {
  await openWallets(page, { name: 'Test Wallet' });
  const address = await proveWallet(page);
  await openLabel(provenRow(page, address));
  await provenRow(page, address).getByRole('textbox', { name: 'Label' }).fill('Nobody else reads this');
  await endElsewhere(page, addresses);
  await provenRow(page, address).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'You are signed out.' })).toBeVisible();
  const kept = () => page.evaluate(() => JSON.stringify(sessionStorage));
  expect(await kept()).toContain('Nobody else reads this');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  await expect.poll(kept).not.toContain('Nobody else reads this');
  await signIn(page, signedIn);
  await openLabel(provenRow(page, address));
  await expect(provenRow(page, address).getByRole('textbox', { name: 'Label' })).toHaveValue('');
});

test('proving a wallet again in a session that was ended elsewhere offers a link to sign in @slow', async ({
  page,
  addresses,
  signedIn: _signedIn,
}) => {
  await openWallets(page, { name: 'Test Wallet' });
  const row = provenRow(page, await proveWallet(page));
  await endElsewhere(page, addresses);
  await chooseInMenu(row, 'Prove again');
  const dialog = page.getByRole('dialog', { name: 'You are signed out.' });
  await expect(dialog).toBeVisible();
  await expectNoAxeViolations(page);
  await dialog.getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByText('Your session has ended.')).toBeVisible();
});
