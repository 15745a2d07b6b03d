import type { Locator, Page } from 'playwright/test';
import { errors } from '../lib/errors.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { publishProof } from './fixtures/public-proof.ts';
import { show } from './fixtures/show-in-tour.ts';
import { openSignedInBrowser } from './fixtures/signed-in-client.ts';
import { expect, test } from './fixtures/test.ts';
import { chooseInMenu, chooseWallet, openWallets, provenRow, proveWallet } from './wallet-page.ts';

const sheetOf = (page: Page) =>
  page.getByRole('dialog', { name: /^(Share this proof|This proof is public)$/ });

/** Proves a wallet and opens its share sheet. */
async function openSheet(page: Page): Promise<{ row: Locator; sheet: Locator }> {
  await openWallets(page, { name: 'Test Wallet' });
  const row = provenRow(page, await proveWallet(page));
  await row.getByRole('button', { name: 'Share proof' }).click();
  await expect(sheetOf(page)).toBeVisible();
  return { row, sheet: sheetOf(page) };
}

test('opening the sheet publishes nothing; one press publishes the proof and copies its link @phone @tour', {
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
  await show(page, 'wallets-share-public');
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

  await page.keyboard.press('Escape');
  if (browserName === 'chromium') {
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await row.getByRole('button', { name: 'Copy link' }).click();
    await expect(page.getByText('Link copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(addresses.siteUrl + path);
  }
  await chooseInMenu(row, 'Share…');
  await sheet.getByRole('button', { name: 'Stop sharing' }).click();
  await expect(sheet).toBeHidden();
  await expect(row).not.toContainText('Public');
  expect((await fetch(`${addresses.siteUrl}/api/v1${path}`)).status).toBe(404);
  expect(consoleErrors).toEqual([]);
});

test('a name is added to a proof with a signature, and an invalid one is refused at its field @tour', async ({
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
  await show(page, 'wallets-share');
  await sheet.getByRole('button', { name: 'Sign with this name' }).click();
  // The wallet signs, and the sheet reopens automatically.
  await expect(page.getByText(/^Ready to share: /)).toBeVisible();
  await expect(sheet).toContainText(/for José, account [0-9A-Z]{4}-[0-9A-Z]{4}/);
  await expect(row).not.toContainText('Public');
  await sheet.getByRole('button', { name: 'Copy link' }).click();
  await expect(sheet.getByRole('button', { name: 'Stop sharing' })).toBeVisible();
  const path = await row.locator('a', { hasText: 'View proof of' }).getAttribute('href');
  const shown = await (await fetch(`${addresses.siteUrl}/api/v1${path}`)).json();
  expect([shown.displayName, shown.statement]).toEqual(['José', expect.stringContaining('"Jose"')]);

  await sheet.getByRole('button', { name: 'Close' }).click();
  // Without a connected wallet, the name asks for it, and then for the signature.
  await row.getByRole('button', { name: 'Disconnect' }).click();
  await chooseInMenu(row, 'Share…');
  await sheet.getByText('Show another name…').click();
  await name.fill('Zoë');
  await sheet.getByRole('button', { name: 'Sign with this name' }).click();
  await expect(page.getByRole('dialog').getByText(/^Choose the wallet with .* It then signs/)).toBeVisible();
  await chooseWallet(page);
  await expect(sheet).toContainText(/for Zoë, account [0-9A-Z]{4}-[0-9A-Z]{4}/);
  await page.keyboard.press('Escape');
  await expect(row.getByRole('button', { name: /^More for / })).toBeFocused();
});

test('without scripts a page stops sharing a proof and shares it again, and shows its link', async ({
  addresses,
}) => {
  const { account, key, path, jsonPath } = await publishProof(addresses);
  const browser = await openSignedInBrowser(addresses, account);
  const status = async () => (await fetch(addresses.siteUrl + jsonPath)).status;
  const manage = `/wallets/manage?address=${key.address}`;
  await browser.open(manage);
  await browser.press('Stop sharing');
  expect(await status()).toBe(404);
  await browser.open(manage);
  expect(browser.answer().text).not.toContain(`value="${addresses.siteUrl}${path}"`);
  await browser.press('Make it public');
  expect(await status()).toBe(200);
  await browser.open(manage);
  expect(browser.answer().text).toContain(`value="${addresses.siteUrl}${path}"`);
});

test('the toast undoes it on another page too @slow', async ({ page, addresses, member: _member }) => {
  const { row, sheet } = await openSheet(page);
  await sheet.getByRole('button', { name: 'Copy link' }).click();
  await expect(sheet.getByRole('button', { name: 'Stop sharing' })).toBeVisible();
  const path = await row.locator('a', { hasText: 'View proof of' }).getAttribute('href');
  await page.keyboard.press('Escape');
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.focus();
  await page.getByRole('link', { name: 'Activity' }).evaluate((link: HTMLElement) => link.click());
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible();
  expect((await fetch(`${addresses.siteUrl}/api/v1${path}`)).status).toBe(200);

  // A failed undo says so and can be retried.
  await page.context().setOffline(true);
  await undo.click();
  const failed = page.getByRole('status').filter({ hasText: 'The proof is still public.' });
  await expect(failed).toBeVisible();
  await page.context().setOffline(false);
  await failed.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The proof is private now')).toBeVisible();
  expect((await fetch(`${addresses.siteUrl}/api/v1${path}`)).status).toBe(404);
});

test("the sheet shows the account's name, and stays closed after an abandoned signature @slow", async ({
  page,
  member: _member,
}) => {
  const { row, sheet } = await openSheet(page);
  const change = (signing: 'sign' | 'decline') =>
    page.evaluate((to) => window.testWallets['Test Wallet']?.changeSigning(to), signing);
  const giveUp = async () => {
    await change('decline');
    await sheet.getByRole('button', { name: 'Sign with this name' }).click();
    const signing = page.getByRole('dialog', { name: errors['wallet.declined'].title });
    await signing.getByRole('button', { name: 'Back to wallets' }).click();
  };
  const name = sheet.getByLabel('Show a name?');
  await expect(name).toHaveValue('');
  await name.fill('José');
  await giveUp();
  await page.reload();
  await expect(row.getByRole('button', { name: 'Disconnect' })).toBeVisible();
  await row.getByRole('button', { name: 'Share proof' }).click();
  await expect(name).toHaveValue('José');
  await giveUp();

  await change('sign');
  await chooseInMenu(row, 'Prove again');
  await expect(page.getByText('Wallet proven again')).toBeVisible();
  await row.getByRole('button', { name: 'Share proof' }).click();
  await expect(sheet).toContainText(/for José, account/);
});

test('without clipboard access the link is selected; offline, the sheet says so and publishes nothing @slow', async ({
  page,
  context,
  addresses,
  member: _member,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { write: () => Promise.reject(new DOMException('', 'NotAllowedError')) },
    });
  });
  const { row, sheet } = await openSheet(page);
  await context.setOffline(true);
  await sheet.getByRole('button', { name: 'Copy link' }).click();
  await expect(sheet.getByRole('alert')).toBeVisible();
  await expect(row).not.toContainText('Public');
  await context.setOffline(false);
  await sheet.getByRole('button', { name: 'Copy link' }).click();
  const field = sheet.getByLabel('Anyone with this link can see it');
  await expect(field).toBeFocused();
  const path = await row.locator('a', { hasText: 'View proof of' }).getAttribute('href');
  const selected = await field.evaluate((input: HTMLInputElement) =>
    input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0),
  );
  expect(selected).toBe(`${addresses.siteUrl}${path}`);
});
