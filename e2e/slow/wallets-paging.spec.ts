import { expectNoAxeViolations } from '../fixtures/axe.ts';
import { expect, test } from '../fixtures/test.ts';
import { callAsServer, readOwner } from '../proving-page.ts';
import { installTestWallet } from '../test-wallet.ts';
import { proveWallet } from '../wallet-page.ts';

test('the connected wallet is shown on whatever page, and a search is sent by its form', async ({
  page,
  addresses,
  member: _member,
  consoleErrors,
}) => {
  await installTestWallet(page);
  await page.goto('/wallets');
  const address = await proveWallet(page);
  const { p_user_id } = await readOwner(page, addresses);
  await callAsServer(addresses, 'fill_wallets', { p_user_id, p_count: 60 });

  await page.goto('/wallets');
  const rows = page.getByRole('list', { name: 'Proven wallets' }).getByRole('listitem');
  await expect(rows).toHaveCount(50);
  await expect(rows.first()).toContainText(address);
  await expect(page.getByText('61 wallets are proven to be yours.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Previous' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL(/\/wallets\?page=2$/);
  await expect(rows).toHaveCount(11);
  // Proven on the page before: found, and not offered to be proven.
  await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible();
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Prove it' })).toHaveCount(0);
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: 'Previous' }).click();
  await expect(rows).toHaveCount(50);
  await expect(page.getByRole('link', { name: 'Next' })).toBeVisible();

  const search = page.getByRole('search');
  await search.getByLabel('Search').fill('test wall');
  await search.getByLabel('Search').press('Enter');
  await expect(page).toHaveURL(/\/wallets\?q=test\+wall&sort=newest$/);
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText(address);
  await expect(search).toContainText('1 matches test wall.');
  await expect(page.getByText('61 wallets are proven to be yours.')).toBeVisible();
  await expectNoAxeViolations(page);
  await search.getByLabel('Search').fill('<b>none</b>');
  await search.getByRole('button', { name: 'Show' }).click();
  await expect(search).toContainText('No wallet matches <b>none</b>.');
  // The connected one is still there.
  await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible();
  await expect(rows).toHaveCount(0);
  await expectNoAxeViolations(page);
  await search.getByRole('link', { name: 'Show all' }).click();
  await expect(rows).toHaveCount(50);
  await search.getByLabel('Sort by').selectOption('Oldest proof first');
  await search.getByRole('button', { name: 'Show' }).click();
  await expect(rows.first()).not.toContainText(address);
  expect(consoleErrors).toEqual([]);
});
