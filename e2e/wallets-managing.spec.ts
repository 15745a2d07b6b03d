import { errors } from '../lib/errors.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { expectFitsPhone } from './fixtures/phone-width.ts';
import { show } from './fixtures/show-in-tour.ts';
import { expect, test } from './fixtures/test.ts';
import {
  chooseInMenu,
  openLabel,
  openMenu,
  openWallets,
  provenRow,
  proveWallet,
  shareProof,
} from './wallet-page.ts';

test('labels a wallet, in any script, and removes the label', async ({
  page,
  member: _member,
  consoleErrors,
}) => {
  await openWallets(page, { name: 'Test Wallet' });
  const row = provenRow(page, await proveWallet(page));
  await expectNoAxeViolations(page);
  for (const label of [
    'Savings',
    'خزنة العائلة',
    '👩‍👩‍👧 家族',
    '<b>bold</b><script>window.ran=1</script>',
  ]) {
    await openLabel(row);
    await row.getByRole('textbox', { name: 'Label' }).fill(label);
    await row.getByRole('button', { name: 'Save' }).click();
    await expect(row.locator('bdi').first()).toHaveText(label);
  }
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  await expect(row.locator('b')).toHaveCount(0);
  await expectFitsPhone(page);
  await page.reload();
  await openLabel(row);
  await expectNoAxeViolations(page);
  await row.getByRole('textbox', { name: 'Label' }).fill('  ');
  await row.getByRole('button', { name: 'Save' }).click();
  await expect(row.locator('bdi')).toHaveCount(0);
  expect(consoleErrors).toEqual([]);
});

test('shows a proof publicly only while it is shared @phone @tour', async ({
  page,
  browser,
  addresses,
  member: _member,
}) => {
  await openWallets(page, { name: 'Test Wallet' });
  const address = await proveWallet(page);
  const row = provenRow(page, address);
  await expect(row.getByRole('link', { name: 'View proof' })).toHaveCount(0);
  await page.emulateMedia({ forcedColors: 'active' });
  // With forced colors too, nothing exceeds the header, whose content is inset by 16 px.
  const edges = [page.getByRole('button', { name: 'Sign out' }), page.getByRole('banner').locator('> div')];
  const [out, header] = await Promise.all(edges.map((one) => one.boundingBox()));
  expect((out?.x ?? 0) + (out?.width ?? 0)).toBeLessThanOrEqual((header?.x ?? 0) + (header?.width ?? 0) - 16);
  await page.emulateMedia({ forcedColors: 'none' });
  await shareProof(page, row);
  await expect(row.getByText('Public', { exact: true })).toBeVisible();
  await show(page, 'wallets-shared');
  await page.emulateMedia({ forcedColors: 'active' });
  await show(page, 'wallets-shared-forced-colours');
  await page.emulateMedia({ forcedColors: 'none' });
  await expect(row.getByRole('link', { name: 'View proof' })).toHaveAttribute(
    'href',
    /^\/proofs\/[0-9a-f-]{36}$/,
  );
  await expectNoAxeViolations(page);
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(widths[0]).toBe(widths[1]);

  // Without scripts the address is whole, and no control needs scripts.
  const storageState = await page.context().storageState();
  const still = await browser.newContext({
    ...{ baseURL: addresses.siteUrl, javaScriptEnabled: false, storageState },
  });
  const stillPage = await still.newPage();
  await stillPage.goto('/wallets');
  await expect(stillPage.getByText(address, { exact: true })).toBeVisible();
  await expect(stillPage.getByText('Connecting and sharing wallets needs JavaScript.')).toBeVisible();
  await expect(stillPage.getByRole('link', { name: 'View proof' })).toBeVisible();
  await expect(stillPage.getByRole('main').getByRole('button')).toHaveCount(0);

  await chooseInMenu(row, 'Stop sharing');
  await expect(row.getByRole('link', { name: 'View proof' })).toHaveCount(0);
  await stillPage.reload();
  await expect(stillPage.getByText(address, { exact: true })).toBeVisible();
  await expect(stillPage.getByRole('link', { name: 'View proof' })).toHaveCount(0);
  await expect(stillPage.getByRole('main').getByRole('button')).toHaveCount(0);

  // The menu's actions have a page there.
  await stillPage.getByRole('link', { name: /^Manage / }).click();
  await stillPage.getByLabel('Label').fill('By hand');
  await stillPage.getByRole('button', { name: 'Save' }).click();
  await expect(stillPage.getByText('Label saved')).toBeVisible();
  await stillPage.getByRole('button', { name: 'Remove wallet' }).click();
  await expect(stillPage.getByText('No wallet is proven yet.')).toBeVisible();
  await still.close();
});

test('removes a wallet after one confirmation, by keyboard alone @tour', async ({
  page,
  member: _member,
  consoleErrors,
}) => {
  await openWallets(page, { name: 'Test Wallet' });
  const address = await proveWallet(page);
  const row = provenRow(page, address);
  const more = row.getByRole('button', { name: /^More for / });
  await more.focus();
  await page.keyboard.press('Enter');
  const menu = row.getByRole('menu');
  await expect(menu.getByRole('menuitem').first()).toBeFocused();
  await show(page, 'wallets-menu');
  await expectNoAxeViolations(page);
  // Without room below, the menu opens upwards.
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1280, height: 370 });
  await page.evaluate(() => scrollTo(0, 0));
  await page.keyboard.press('Enter');
  await expect(menu).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(more).toBeFocused();
  const removeByKeys = async () => {
    for (const key of ['Enter', 'ArrowDown', 'End', 'ArrowDown', 'ArrowUp', 'Enter']) {
      await page.keyboard.press(key);
      if (key === 'Enter') continue;
      await expect(menu.locator(':focus')).toHaveCount(1);
    }
  };
  await removeByKeys();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveAccessibleName(`Remove ${address.slice(0, 4)}…${address.slice(-4)}?`);
  await show(page, 'wallets-remove');
  await expectNoAxeViolations(page);
  await expectFitsPhone(page);
  await page.emulateMedia({ forcedColors: 'active' });
  await expect(dialog).toHaveCSS('border-top-width', '1px');
  await page.emulateMedia({ forcedColors: 'none' });
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(more).toBeFocused();
  await expect(row).toBeVisible();

  await removeByKeys();
  const removing = dialog.getByRole('button', { name: 'Remove wallet' });
  await removing.focus();
  await expect(removing).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(row).toHaveCount(0);
  await expect(dialog).toBeHidden();
  await expect(page.getByText('No wallet is proven yet.')).toBeFocused();
  await expect(page.getByRole('status').getByText('Wallet removed')).toBeVisible();
  // The wallet is still connected, and can be proven again.
  await expect(page.getByRole('button', { name: 'Prove it' })).toBeVisible();
  expect(consoleErrors).toEqual([]);
});

test('a removed wallet takes its signed statement off the page', async ({ page, member: _member }) => {
  await openWallets(page);
  const address = await proveWallet(page, 'Demo Wallet');
  const statement = page.getByText('What the Demo Wallet signed');
  await expect(statement).toBeVisible();
  await chooseInMenu(provenRow(page, address), 'Remove…');
  await page.getByRole('button', { name: 'Remove wallet' }).click();
  await expect(page.getByText('No wallet is proven yet.')).toBeVisible();
  await expect(statement).toBeHidden();
});

test('makes another wallet the primary one @slow', async ({ page, member: _member }) => {
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
  // Every control has a unique name.
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

test('reports at the row that the site was unreachable, and keeps typed values @slow', async ({
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

test('shifts nothing on the page when the connected wallet is found @slow', async ({
  page,
  member: _member,
}) => {
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
