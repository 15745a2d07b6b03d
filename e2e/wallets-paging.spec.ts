import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inProject } from '../scripts/project-folder.ts';
import { createAccount } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { carrySession } from './fixtures/session-cookies.ts';
import { expect, test } from './fixtures/test.ts';
import { callAsServer, readOwner } from './proving-page.ts';
import { installTestWallet } from './test-wallet.ts';
import { proveWallet } from './wallet-page.ts';

let migrations: string;
test.beforeAll(async () => {
  migrations = await mkdtemp(join(tmpdir(), 'countersign-migrations-'));
  await cp(inProject('supabase/migrations'), migrations, { recursive: true });
  const fill = inProject('supabase/wallets-testing/fill-wallets.sql');
  await cp(fill, join(migrations, '20990101000000_fill_wallets.sql'));
});
// It starts a stack of its own.
test.setTimeout(90_000);
test.afterAll(() => rm(migrations, { recursive: true }));

test('pages 60 wallets, and shows the connected one on whatever page', async ({
  page,
  startPrivateStack,
  consoleErrors,
}) => {
  const { addresses } = await startPrivateStack({ backend: { LOCAL_SUPABASE_MIGRATIONS: migrations } });
  await carrySession(page, addresses, await createAccount(addresses));
  await installTestWallet(page);
  await page.goto(`${addresses.siteUrl}/wallets`);
  const address = await proveWallet(page);
  const { p_user_id } = await readOwner(page, addresses);
  await callAsServer(addresses, 'fill_wallets', { p_user_id, p_count: 60 });

  await page.goto(`${addresses.siteUrl}/wallets`);
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
  await expect(page.getByText(/Proven .* · Primary · Connected/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Prove it' })).toHaveCount(0);
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: 'Previous' }).click();
  await expect(rows).toHaveCount(50);
  await expect(page.getByRole('link', { name: 'Next' })).toBeVisible();

  for (const wrong of ['3', '999999', '0', '-1', '1e9', 'x', '2&page=3']) {
    await page.goto(`${addresses.siteUrl}/wallets?page=${wrong}`);
    await expect(rows.first()).toContainText(address);
  }
  expect(consoleErrors).toEqual([]);
});
