import type { Locator, Page } from 'playwright/test';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { publishProof } from './fixtures/public-proof.ts';
import { openSignedInWalker } from './fixtures/signed-in-visitor.ts';
import { expect, test } from './fixtures/test.ts';
import { openWallets, provenRow, proveWallet } from './wallet-page.ts';

const sheetOf = (page: Page) =>
  page.getByRole('dialog', { name: /^(Share this proof|This proof is public)$/ });

/** Proves a wallet and opens the sheet that shares it. */
async function openSheet(page: Page): Promise<{ row: Locator; sheet: Locator }> {
  await openWallets(page, { name: 'Test Wallet' });
  const row = provenRow(page, await proveWallet(page));
  await row.getByRole('button', { name: 'Share proof' }).click();
  await expect(sheetOf(page)).toBeVisible();
  return { row, sheet: sheetOf(page) };
}

test('opening the sheet publishes nothing; one press publishes the proof and copies its link @phone', {
  tag: ['@firefox', '@webkit'],
}, async ({ page, addresses, browserName, context, member: _member, consoleErrors }) => {
  if (browserName === 'chromium') await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { row, sheet } = await openSheet(page);
  await expect(sheet).toContainText(/for account [0-9A-Z]{4}-[0-9A-Z]{4}/);
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
  await expect(row.getByRole('button', { name: 'Share proof' })).toBeFocused();
  await page.reload();
  await expect(row).not.toContainText('Public');

  await row.getByRole('button', { name: 'Share proof' }).click();
  await sheet.getByRole('button', { name: 'Copy link' }).click();
  await expect(sheet.getByRole('button', { name: 'Stop sharing' })).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Copy link' })).toBeFocused();
  const path = await row.locator('a', { hasText: 'View proof of' }).getAttribute('href');
  if (browserName === 'chromium') {
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(addresses.siteUrl + path);
  }
  await expectNoAxeViolations(page);
  await sheet.getByText('QR code', { exact: true }).click();
  await expect(sheet.getByRole('img', { name: /^QR code/ })).toBeVisible();
  await sheet.getByRole('radio', { name: 'Badge' }).check();
  await expectNoAxeViolations(page);
  await expect(sheet.getByRole('button', { name: 'Copy Markdown' })).toBeVisible();
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(widths[0]).toBe(widths[1]);
  expect((await fetch(`${addresses.siteUrl}/api/v1${path}`)).status).toBe(200);

  await sheet.getByRole('button', { name: 'Stop sharing' }).click();
  await expect(sheet).toBeHidden();
  await expect(row).not.toContainText('Public');
  expect((await fetch(`${addresses.siteUrl}/api/v1${path}`)).status).toBe(404);
  expect(consoleErrors).toEqual([]);
});

test('a name goes on a proof with a signature over it, and one that nobody may have is refused at its field', async ({
  page,
  addresses,
  member: _member,
}) => {
  const { row, sheet } = await openSheet(page);
  const name = sheet.getByLabel('Show a name?');
  await name.fill('ID 7F3K-2Q9D');
  await expect(sheet).toContainText(/for ID 7F3K-2Q9D, account [0-9A-Z]{4}-[0-9A-Z]{4}/);
  await sheet.getByRole('button', { name: 'Sign with this name' }).click();
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('ID 7F3K-2Q9D');
  await expect(name).toHaveAttribute('aria-invalid', 'true');

  await name.fill('José');
  await sheet.getByRole('button', { name: 'Sign with this name' }).click();
  // The wallet signs; the sheet comes back by itself.
  await expect(page.getByText(/^Ready to share: /)).toBeVisible();
  await expect(sheet).toContainText(/for José, account [0-9A-Z]{4}-[0-9A-Z]{4}/);
  await expect(row).not.toContainText('Public');
  await sheet.getByRole('button', { name: 'Copy link' }).click();
  await expect(sheet.getByRole('button', { name: 'Stop sharing' })).toBeVisible();
  const path = await row.locator('a', { hasText: 'View proof of' }).getAttribute('href');
  const shown = await (await fetch(`${addresses.siteUrl}/api/v1${path}`)).json();
  expect([shown.displayName, shown.statement]).toEqual(['José', expect.stringContaining('"Jose"')]);

  await sheet.getByRole('button', { name: 'Close' }).click();
  await row.getByRole('button', { name: 'Disconnect' }).click();
  await row.getByRole('button', { name: 'Share proof' }).click();
  await expect(sheet).toContainText('José');
});

test('without scripts a page of its own stops sharing a proof and shares it again, and says its link', async ({
  addresses,
}) => {
  const { account, key, path, jsonPath } = await publishProof(addresses);
  const walker = await openSignedInWalker(addresses, account);
  const status = async () => (await fetch(addresses.siteUrl + jsonPath)).status;
  const manage = `/wallets/manage?address=${key.address}`;
  await walker.open(manage);
  await walker.press('Stop sharing');
  expect(await status()).toBe(404);
  await walker.open(manage);
  expect(walker.answer().text).not.toContain(`value="${addresses.siteUrl}${path}"`);
  await walker.press('Make it public');
  expect(await status()).toBe(200);
  await walker.open(manage);
  expect(walker.answer().text).toContain(`value="${addresses.siteUrl}${path}"`);
});
