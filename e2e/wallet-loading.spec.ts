import { expect, type Page } from 'playwright/test';
import { errors } from '../lib/errors.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { chooseWallet, connectButton, connectedRow, openWallets, test } from './wallet-page.ts';

/** Holds all scripts requested from now on until the test releases or fails them. */
async function holdScripts(page: Page): Promise<{ release(): void; fail(): void }> {
  const { promise: decision, resolve: decide } = Promise.withResolvers<'release' | 'fail'>();
  await page.route('**/_next/static/**/*.js', async (route) => {
    if ((await decision) === 'release') await route.continue();
    else await route.abort();
  });
  return { release: () => decide('release'), fail: () => decide('fail') };
}

test("opens the dialog for a press before the page's code has loaded", async ({ page, consoleErrors }) => {
  const scripts = await holdScripts(page);
  await page.goto('/wallets', { waitUntil: 'commit' });
  await connectButton(page).click();
  scripts.release();
  await expect(page.getByRole('dialog')).toBeVisible();
  await chooseWallet(page, 'Demo Wallet');
  await expect(connectedRow(page)).toBeVisible();
  expect(consoleErrors).toEqual([]);
});

async function openSavingData(page: Page): Promise<void> {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  await openWallets(page);
  await page.waitForLoadState('networkidle');
}

test('loads no wallet code before it is needed if the user saves data', async ({ page }) => {
  await page.clock.install();
  await openSavingData(page);
  await waitForHydration(page);
  // Longer than the page waits before it uses idle time.
  await page.clock.runFor(5_000);
  const holdsWallets = () =>
    page.evaluate(async () => {
      const files = [...document.scripts].flatMap(({ src }) => src || []);
      const texts = await Promise.all(files.map(async (file) => (await fetch(file)).text()));
      return texts.some((text) => text.includes('standard:connect'));
    });
  expect(await holdsWallets()).toBe(false);
  await connectButton(page).click();
  await expect.poll(holdsWallets).toBe(true);
});

test('opens the dialog for a press while the wallets are loading @phone @slow', async ({ page }) => {
  await openSavingData(page);
  const scripts = await holdScripts(page);
  await connectButton(page).click();
  const opening = page.getByRole('button', { name: 'Opening…' });
  await expect(opening).toBeVisible();
  await expect(opening).toHaveAttribute('aria-busy', 'true');
  await expectNoAxeViolations(page);
  scripts.release();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Opening…' })).toHaveCount(0);
});

test('reports that the wallets failed to load, and retries on the next press @slow', async ({ page }) => {
  await openSavingData(page);
  const scripts = await holdScripts(page);
  scripts.fail();
  await connectButton(page).click();
  const alert = page.getByRole('alert').filter({ hasText: errors['wallet.list_failed'].title });
  await expect(alert).toContainText(errors['wallet.list_failed'].hint);
  await expectNoAxeViolations(page);

  await page.unroute('**/_next/static/**/*.js');
  await connectButton(page).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(alert).toHaveCount(0);
});
