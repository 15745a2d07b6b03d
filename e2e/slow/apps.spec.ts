import { createWalletKey, openProver, proveWallet } from '../fixtures/prove-wallet.ts';
import { startRelyingApp } from '../fixtures/relying-app.ts';
import { expect, test } from '../fixtures/test.ts';

test('an app that somebody has signed in to loses what is taken back the moment that it is', async ({
  page,
  member,
  addresses,
}) => {
  const app = await startRelyingApp(addresses, { scope: 'openid wallets offline_access' });
  const prover = await openProver(addresses, member);
  await proveWallet(addresses, prover, createWalletKey());
  await page.goto(`${app.url}/sign-in`);
  await page.getByRole('button', { name: 'Share and continue' }).click();
  await expect(page.locator('#claims')).toBeVisible();
  expect((await app.readClaims()).wallets).toHaveLength(1);
  await app.refresh();

  await page.goto('/apps');
  await page.getByRole('button', { name: /^Stop sharing/ }).click();
  await expect(page.getByText('It sees no wallet.')).toBeVisible();
  expect((await app.readClaims()).wallets).toEqual([]);
  await page.getByRole('button', { name: /^End access of/ }).click();
  await expect(page.getByText('No apps connected.')).toBeVisible();
  await expect(app.readClaims()).rejects.toThrow();
  await expect(app.refresh()).rejects.toThrow();
  await app.stop();
});
