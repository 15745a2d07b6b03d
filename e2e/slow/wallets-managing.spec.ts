import { errors } from '../../lib/errors.ts';
import { expect, test } from '../fixtures/test.ts';
import { openLabel, openMenu, openWallets, provenRow, proveWallet } from '../wallet-page.ts';

test('makes another wallet the primary one', async ({ page, member: _member }) => {
  await openWallets(page, { name: 'Test Wallet' });
  const first = await proveWallet(page);
  await page.evaluate(() => window.testWallets['Test Wallet']?.switchAccount());
  await page.getByRole('button', { name: 'Prove it' }).click();
  await expect(page.getByText('Two wallets are proven to be yours.')).toBeVisible();
  const other = page
    .getByRole('list', { name: 'Proven wallets' })
    .getByRole('listitem')
    .filter({ hasNotText: first });
  await expect(provenRow(page, first)).toContainText('Primary');
  const menu = await openMenu(other);
  // Heard one by one, no two of them are the same.
  const controls = page.getByRole('main').locator('button, input:not([type=hidden])');
  const names = await controls.evaluateAll((all) =>
    all
      .filter((one) => one.checkVisibility())
      .map((one) => {
        const label = one instanceof HTMLInputElement ? one.labels?.[0]?.textContent : one.textContent;
        return one.getAttribute('aria-label') ?? label;
      }),
  );
  expect(names.length).toBeGreaterThan(10);
  expect(names).toEqual([...new Set(names)]);
  await menu.getByRole('menuitem', { name: 'Make primary' }).click();
  await expect(provenRow(page, first)).not.toContainText('Primary');
  await expect(other).toContainText('Primary');
  await expect(page.getByText('Primary wallet changed')).toBeVisible();
});

test('says at the row that the site was out of reach, and keeps what was typed', async ({
  page,
  member: _member,
}) => {
  await openWallets(page, { name: 'Test Wallet' });
  const row = provenRow(page, await proveWallet(page));
  await openLabel(row);
  await page.route('**/wallets', (route) =>
    route.request().method() === 'POST' ? route.abort('connectionreset') : route.continue(),
  );
  await row.getByRole('textbox', { name: 'Label' }).fill('Savings');
  await row.getByRole('button', { name: 'Save' }).click();
  await expect(row.getByRole('alert')).toContainText(errors['request.unsent'].title);
  await expect(row.getByRole('textbox', { name: 'Label' })).toHaveValue('Savings');
});

test('moves nothing on the page when the connected wallet is found', async ({ page, member: _member }) => {
  await openWallets(page, { name: 'Test Wallet' });
  const row = provenRow(page, await proveWallet(page));
  const places = () =>
    Promise.all([row, row.getByRole('button', { name: /^More for/ })].map((one) => one.boundingBox()));
  const found = await places();
  await row.getByRole('button', { name: 'Disconnect' }).click();
  await expect(row).not.toContainText('Connected');
  expect(await places()).toEqual(found);
  await page.reload();
  expect(await places()).toEqual(found);
});
