import { enterPassword } from './fixtures/account.ts';
import { confirmInDialog } from './fixtures/confirm-in-dialog.ts';
import { createWalletKey, openProver, proveWallet } from './fixtures/prove-wallet.ts';
import { startRelyingApp } from './fixtures/relying-app.ts';
import { skipOnExternalProject } from './fixtures/skip-on-external-project.ts';
import { expect, test } from './fixtures/test.ts';
import { startTwoProcesses } from './fixtures/two-processes.ts';

test("two processes handle an app's sign-in, refresh and end together, each continuing where the other stopped @slow", async ({
  page,
  account,
  addresses,
}) => {
  skipOnExternalProject('starts two more processes of the app on the backend');
  const site = await startTwoProcesses(addresses);
  const siteUrl = site.url;
  const app = await startRelyingApp({ ...addresses, siteUrl }, { scope: 'openid wallets offline_access' });
  const prover = await openProver(addresses, account);
  for (const key of [createWalletKey(), createWalletKey()]) await proveWallet(addresses, prover, key);

  await page.goto(`${app.url}/sign-in`);
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fconnect%2F/);
  await enterPassword(page, account);
  const boxes = page.getByRole('list', { name: 'Your proven wallets' }).getByRole('checkbox');
  await expect(boxes).toHaveCount(2);
  await page.getByRole('button', { name: 'Share and continue' }).click();
  await expect(page.locator('#claims')).toBeVisible();
  const before = app.tokens();
  expect((await app.readClaims()).wallets).toHaveLength(1);
  await app.refresh();
  expect(app.tokens()?.refreshToken).not.toBe(before?.refreshToken);
  expect((await app.readClaims()).sub).toBe(before?.sub);

  await page.goto(`${siteUrl}/apps`);
  await confirmInDialog(page, /^End access of/);
  await expect(page.getByText('No apps connected.')).toBeVisible();
  await expect(app.readClaims()).rejects.toMatchObject({ status: 401 });
  await expect(app.refresh()).rejects.toMatchObject({ error: 'invalid_grant' });

  const took = (path: RegExp) => site.forwarded.filter((one) => path.test(one.path));
  expect(took(/^\/oauth\/token$/).map(({ process }) => process)).toEqual([1, 0, 1]);
  // A step answers once: the page's scripts, which signed in and were redirected, requested none.
  expect(took(/\/continue$|^\/oauth\/authorize\//).map(({ isOpened }) => isOpened)).toEqual([
    true,
    true,
    true,
  ]);
  await app.stop();
  await site.stop();
});
