import { errors } from '../lib/errors.ts';
import { startAppOnBackend } from './fixtures/app-on-backend.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { createPhone } from './fixtures/phone.ts';
import {
  readCodeLink,
  reflectorHost,
  routeToReflector,
  setAppsOnDevice,
  simulatePhone,
} from './fixtures/reach-phone.ts';
import { type Reflector, startReflector } from './fixtures/reflector.ts';
import { readSharedAddresses } from './fixtures/shared-addresses.ts';
import { show } from './fixtures/show-in-tour.ts';
import type { RunningApp } from './fixtures/stack.ts';
import { expect, test } from './fixtures/test.ts';
import { chooseWallet, connectedRow, openDialog, provenRow, readAddress } from './wallet-page.ts';

test('is not offered unless a reflector is configured', async ({ page, member: _member }) => {
  await page.goto('/wallets');
  const dialog = await openDialog(page);
  await dialog.getByRole('button', { name: 'More options' }).click();
  await expect(dialog.getByRole('link', { name: /Phantom.*Install/ })).toBeVisible();
  await expect(dialog.getByText('Wallet on a phone')).toHaveCount(0);
});

test.describe('on an Android phone', () => {
  test.use({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    userAgent:
      'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
  });

  test("asks for permission, opens the phone's wallet app, and proves @tour", async ({
    page,
    member: _member,
  }) => {
    const phone = createPhone();
    const { links } = await simulatePhone(page, phone);
    await setAppsOnDevice(page, 'prompt');
    await page.goto('/wallets');
    await openDialog(page);
    await show(page, 'app-offered');
    await expectNoAxeViolations(page);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Wallet app.*Opens the app/ })
      .click();
    const asking = page.getByRole('dialog', { name: 'Allow this page to reach your wallet' });
    await expect(asking).toBeVisible();
    await show(page, 'app-allow');
    await expectNoAxeViolations(page);
    await asking.getByRole('button', { name: 'Continue' }).click();
    const opening = page.getByRole('dialog', { name: 'Open your wallet app' });
    await expect(opening).toBeVisible();
    await show(page, 'app-open');
    await expectNoAxeViolations(page);
    expect(links).toEqual([]);
    await opening.getByRole('button', { name: 'Open the wallet app' }).click();
    await expect(connectedRow(page)).toBeVisible();
    expect(await readAddress(page)).toBe(phone.address);

    await page.getByRole('button', { name: 'Prove it' }).click();
    await expect(provenRow(page, phone.address)).toBeVisible();
    expect(links).toHaveLength(2);
    expect(phone.asked).toEqual(['authorize', 'authorize', 'sign_messages']);
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(kept).not.toContain('SECRET-TOKEN');
  });

  test('reports that there is no wallet app, and where to find one @slow @tour', async ({
    page,
    context,
    member: _member,
  }) => {
    await simulatePhone(page, null);
    await setAppsOnDevice(page, 'granted');
    await page.clock.install();
    await page.goto('/wallets');
    await openDialog(page);
    await chooseWallet(page, 'Wallet app');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('Continue in your wallet app, then come back')).toBeVisible();
    await page.clock.runFor(3000);
    await expect(dialog).toHaveAccessibleName("We can't find a wallet.");
    await show(page, 'app-not-found');
    await expectNoAxeViolations(page);
    await context.route('https://solanamobile.com/**', (route) => route.fulfill({ body: 'wallets' }));
    const opened = context.waitForEvent('page');
    await dialog.getByRole('button', { name: 'Find a wallet' }).click();
    expect((await opened).url()).toBe('https://solanamobile.com/wallets');
    await expect(dialog.getByRole('button', { name: 'Choose another wallet' })).toBeVisible();
  });

  for (const [what, { browserAsks, code }] of Object.entries({
    'no app opens': { browserAsks: false, code: 'wallet.app_not_found' },
    "the browser's own question stays open": {
      browserAsks: true,
      code: 'wallet.session_timeout',
    },
  } as const))
    test(`says immediately what \`Prove it\` waits for, and then what to do, where ${what} @slow`, async ({
      page,
      signedIn: _signedIn,
    }) => {
      const { removeApp } = await simulatePhone(page, createPhone());
      await setAppsOnDevice(page, 'granted');
      await page.clock.install();
      await page.goto('/wallets');
      await openDialog(page);
      await chooseWallet(page, 'Wallet app');
      await expect(connectedRow(page)).toBeVisible();
      removeApp({ browserAsks });

      await page.getByRole('button', { name: 'Prove it' }).click();
      const dialog = page.getByRole('dialog', { name: /^Prove / });
      await expect(dialog.getByRole('status')).toHaveText('Waiting for Wallet app.');
      await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible();
      const ended = page.getByRole('dialog', { name: errors[code].title });
      // In steps, because the page's timeout starts only once it has requested the app.
      await expect(async () => {
        await page.clock.runFor(3000);
        expect(await ended.isVisible()).toBe(true);
      }).toPass({ intervals: [100] });
      await expect(ended.getByText(errors[code].hint)).toBeVisible();
      await expect(ended.getByRole('button', { name: 'Try again' })).toBeVisible();
      await expectNoAxeViolations(page);
    });

  test('says what to allow when the browser blocks access to the app @slow', async ({
    page,
    member: _member,
  }) => {
    await setAppsOnDevice(page, 'denied');
    await page.goto('/wallets');
    await openDialog(page);
    await chooseWallet(page, 'Wallet app');
    await expect(
      page.getByRole('dialog', { name: 'Your browser blocks this page from reaching apps on your device.' }),
    ).toBeVisible();
  });
});

test.describe('a wallet on another phone @slow', () => {
  // All tests share one app and one reflector.
  test.describe.configure({ mode: 'default' });
  let app: RunningApp;
  let reflector: Reflector;

  test.beforeAll(async () => {
    reflector = await startReflector();
    app = await startAppOnBackend(readSharedAddresses(), { variables: { MWA_REFLECTOR: reflectorHost } });
  });
  test.afterAll(async () => {
    await app.process.stop();
    await reflector.stop();
  });
  test.beforeEach(async ({ page, member: _member }) => {
    await routeToReflector(page, reflector.url);
    await page.goto(`${app.siteUrl}/wallets`);
  });

  test("scans the code, connects and proves, and the reflector can't read any of it @tour", async ({
    page,
    consoleErrors,
  }) => {
    const phone = createPhone();
    const dialog = await openDialog(page);
    await dialog.getByRole('button', { name: 'More options' }).click();
    await show(page, 'phone-offered');
    await expectNoAxeViolations(page);
    await dialog
      .getByRole('button', { name: /^Wallet on a phone.*few wallet apps support this.*Shows a code/ })
      .click();
    const link = await readCodeLink(page);
    expect(new URL(link).searchParams.get('reflector')).toBe(reflectorHost);
    await show(page, 'phone-code-link');
    await expectNoAxeViolations(page);
    await phone.scan(link, reflector.url);
    await expect(connectedRow(page)).toContainText('Connected, not proven');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await readAddress(page)).toBe(phone.address);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).not.toBe('hidden');

    await page.getByRole('button', { name: 'Prove it' }).click();
    await expect(provenRow(page, phone.address)).toBeVisible();
    expect(phone.asked).toEqual(['authorize', 'sign_messages']);
    const seen = Buffer.concat(reflector.passedOn).toString('latin1');
    expect(seen.length).toBeGreaterThan(1000);
    expect(seen).not.toMatch(/Countersign|authorize|SECRET-TOKEN/);
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(kept).not.toMatch(/SECRET-TOKEN|auth_token/);
    expect(await page.locator('body').textContent()).not.toContain('RAW-WALLET-WORDS');

    // The page doesn't contact the phone again on its own.
    await page.reload();
    await expect(provenRow(page, phone.address)).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(consoleErrors).toEqual([]);
  });

  test('leaves, is cancelled, or is disconnected, and the page reports it and continues @tour', async ({
    page,
  }) => {
    const phone = createPhone();
    const dialog = await openDialog(page);
    await dialog.getByRole('button', { name: 'More options' }).click();
    await chooseWallet(page, 'Wallet on a phone');
    await readCodeLink(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'You canceled. Nothing changed.' })).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    phone.behave('authorize', 'leave');
    await phone.scan(await readCodeLink(page), reflector.url);
    await expect(
      page.getByRole('dialog', { name: 'The phone disconnected before it answered.' }),
    ).toBeVisible();
    await show(page, 'phone-left');
    phone.behave('authorize', 'accept');
    await page.getByRole('button', { name: 'Try again' }).click();
    await phone.scan(await readCodeLink(page), reflector.url);
    await expect(connectedRow(page)).toBeVisible();

    phone.behave('sign_messages', 'leave');
    await page.getByRole('button', { name: 'Prove it' }).click();
    await expect(
      page.getByRole('dialog', { name: 'The phone disconnected before it answered.' }),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Back to wallets' }).click();
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await expect(connectedRow(page)).toHaveCount(0);
    await expect.poll(() => reflector.count()).toEqual({ waiting: 0, paired: 0 });
  });
});
