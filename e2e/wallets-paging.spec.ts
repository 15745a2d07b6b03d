import { callFunction } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { changeWallet, createWalletKey, openProver, proveWallet } from './fixtures/prove-wallet.ts';
import { openSignedInBrowser } from './fixtures/signed-in-client.ts';
import { expect, test } from './fixtures/test.ts';
import { installTestWallet } from './test-wallet.ts';
import { proveWallet as proveOnPage } from './wallet-page.ts';

function readRows(html: string): string[] {
  const [, list = ''] = /<ul aria-label="Proven wallets"[^>]*>(.*?)<\/ul>/s.exec(html) ?? [];
  return list.split('<li>').slice(1);
}

test('pages, searches and sorts 60 wallets', async ({ account, addresses }) => {
  const prover = await openProver(addresses, account);
  const key = createWalletKey();
  const { walletId } = await proveWallet(addresses, prover, key);
  await changeWallet(addresses, prover, 'label_wallet', walletId, { p_label: 'The test wallet' });
  await callFunction(addresses, 'fill_wallets', { p_user_id: prover.userId, p_count: 60 });

  const owner = await openSignedInBrowser(addresses, account);
  const rows = () => readRows(owner.answer().text);
  await owner.open('/wallets');
  expect(rows()).toHaveLength(50);
  expect(rows()[0]).toContain(key.address);
  expect(owner.words()).toContain('61 wallets are proven to be yours.');
  expect(owner.words()).not.toContain('Previous');
  await owner.follow('Next');
  expect(owner.place()).toBe('/wallets?page=2');
  expect(rows()).toHaveLength(11);
  await owner.follow('Previous');
  expect(rows()).toHaveLength(50);
  expect(owner.words()).toContain('Next');

  for (const wrong of ['3', '999999', '0', '-1', '1e9', 'x', '2&page=3']) {
    await owner.open(`/wallets?page=${wrong}`);
    const { text } = owner.answer();
    const shown = [key.address, 'href="/wallets?page=2"', 'Previous'].map((part) => text.includes(part));
    expect([wrong, ...shown]).toEqual([wrong, true, true, false]);
  }

  await owner.open('/wallets?q=test+wall&sort=newest');
  expect(rows()).toHaveLength(1);
  expect(rows()[0]).toContain(key.address);
  expect(owner.words()).toContain('1 matches test wall.');
  expect(owner.words()).toContain('61 wallets are proven to be yours.');
  await owner.open(`/wallets?q=${encodeURIComponent('<b>none</b>')}&sort=newest`);
  expect(owner.words()).toContain('No wallet matches <b>none</b>.');
  expect(rows()).toHaveLength(0);
  await owner.follow('Show all');
  expect(rows()).toHaveLength(50);
  await owner.open('/wallets?q=&sort=oldest-proof');
  expect(rows()[0]).not.toContain(key.address);
  await owner.follow('Next');
  expect(owner.place()).toBe('/wallets?sort=oldest-proof&page=2');
  expect(rows()).toHaveLength(11);
});

test('the connected wallet is shown on every page and beside every search @slow', async ({
  page,
  addresses,
  member,
  consoleErrors,
}) => {
  await installTestWallet(page);
  await page.goto('/wallets');
  const address = await proveOnPage(page);
  const { userId } = await openProver(addresses, member);
  await callFunction(addresses, 'fill_wallets', { p_user_id: userId, p_count: 60 });

  await page.goto('/wallets');
  const rows = page.getByRole('list', { name: 'Proven wallets' }).getByRole('listitem');
  await expect(rows).toHaveCount(50);
  await expect(rows.first()).toContainText(address);
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL(/\/wallets\?page=2$/);
  await expect(rows).toHaveCount(11);
  // Proven, on the previous page: the page finds it and doesn't offer to prove it.
  await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible();
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Prove it' })).toHaveCount(0);
  await expectNoAxeViolations(page);
  const search = page.getByRole('search');
  await search.getByLabel('Search').fill('none');
  await search.getByRole('button', { name: 'Show' }).click();
  await expect(search).toContainText('No wallet matches none.');
  await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible();
  await expect(rows).toHaveCount(0);
  await expectNoAxeViolations(page);
  expect(consoleErrors).toEqual([]);
});
