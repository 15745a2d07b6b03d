import type { Page } from 'playwright/test';
import { expectNoAxeViolations } from '../fixtures/axe.ts';
import { expect, test } from '../fixtures/test.ts';
import type { TestWalletOptions } from '../test-wallet.ts';
import {
  chooseWallet,
  connectNextWallet,
  connectWallet,
  openWallets,
  provenRow,
  proveWallet,
  readAddress,
} from '../wallet-page.ts';

const ladder: [string, TestWalletOptions, string[]][] = [
  ['by signIn', {}, ['signIn']],
  ['by signMessage', { can: ['signMessage', 'signTransaction'] }, ['signMessage']],
  ['by signMessage, having nothing else', { can: ['signMessage'] }, ['signMessage']],
  ['by a transaction, having nothing else', { can: ['signTransaction'] }, ['signTransaction']],
  [
    'that frames what it signs',
    { can: ['signMessage', 'signTransaction'], signing: 'frame' },
    ['signMessage'],
  ],
  [
    'that appends the signature',
    { can: ['signMessage', 'signTransaction'], signing: 'append' },
    ['signMessage'],
  ],
];
test('proves a wallet whichever way it signs', { tag: ['@firefox', '@webkit'] }, async ({
  page,
  member: _member,
  consoleErrors,
}) => {
  const wallets = ladder.map(([how, options, asked], index) => ({
    how,
    options,
    asked,
    name: `Wallet ${index}`,
  }));
  await openWallets(page, ...wallets.map(({ name, options }) => ({ ...options, name })));
  for (const { how, name, asked } of wallets) {
    await test.step(`proves a wallet ${how}`, async () => {
      await connectNextWallet(page, name);
      const address = await readAddress(page);
      await page.getByRole('button', { name: 'Prove it' }).click();
      await expect(provenRow(page, address)).toContainText('Connected');
      await expect(page.getByRole('dialog')).toBeHidden();
      expect(await page.evaluate((one) => window.testWallets[one]?.asked, name)).toEqual(asked);
    });
  }
  expect(consoleErrors).toEqual([]);
});

test('takes a double click for one press, and puts nothing dangerous in its place @phone', async ({
  page,
  member: _member,
}) => {
  await openWallets(page, { signing: 'hold' });
  await connectWallet(page);
  const address = await readAddress(page);
  const button = page.getByRole('button', { name: 'Prove it' });
  const { x, y, width, height } = (await button.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await button.dblclick();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('status')).toHaveText('Waiting for Test Wallet.');
  expect(await page.evaluate(() => String(getSelection()))).toBe('');
  // The text is there to be read: a double click of its own selects a word of it.
  await dialog.locator('strong').dblclick({ position: { x: 20, y: 12 } });
  expect(await page.evaluate(() => String(getSelection()))).toMatch(/^\w+/);
  await page.evaluate(() => window.testWallets['Test Wallet']?.answer());
  await expect(provenRow(page, address)).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.mouse.click(x + width / 2, y + height / 2);
  // Another press there opens what publishes nothing by itself.
  await expect(page.getByRole('dialog', { name: 'Share this proof' })).toBeVisible();
  await expect(provenRow(page, address)).toContainText('Connected');
  await expect(provenRow(page, address).getByText('Public', { exact: true })).toHaveCount(0);
});

test('keeps several wallets from several wallet apps', async ({ page, member: _member }) => {
  await openWallets(page, { name: 'Test Wallet' });
  const first = await proveWallet(page);
  await page.getByRole('button', { name: 'Use another wallet' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Demo Wallet/ })
    .click();
  await expect(page.getByText('One of two wallets is proven to be yours.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Prove it' })).toHaveCount(1);
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Prove it' }).click();
  await expect(page.getByText('Two wallets are proven to be yours.')).toBeVisible();
  await expect(provenRow(page, first)).toContainText('Primary');
  await expect(provenRow(page, first)).not.toContainText('Connected');
});

test('lists a wallet once that two tabs prove, and both see it', async ({
  page,
  context,
  member: _member,
}) => {
  const second = await context.newPage();
  await openWallets(page, { name: 'Test Wallet' });
  await openWallets(second, { name: 'Test Wallet' });
  await connectWallet(page);
  await connectWallet(second);
  const address = await readAddress(page);
  // Neither goes on before both were pressed: the one that is proven first takes the button of the other away.
  const pressed = new Set<Page>();
  const both = Promise.withResolvers<void>();
  await context.route('**/wallets', async (route) => {
    if (route.request().method() === 'POST') {
      if (pressed.add(route.request().frame().page()).size === 2) both.resolve();
      await both.promise;
    }
    await route.continue();
  });
  await Promise.all([page, second].map((tab) => tab.getByRole('button', { name: 'Prove it' }).click()));
  for (const tab of [page, second]) {
    await expect(provenRow(tab, address)).toHaveCount(1);
    await expect(tab.getByText('One wallet is proven to be yours.')).toBeVisible();
  }
});

const dayInMilliseconds = 24 * 60 * 60 * 1000;
test('proves a wallet where the clock is a day slow or fast, and goes by the time of the server', async ({
  page,
  member: _member,
}) => {
  const began = Date.now();
  const readOffset = async () => (await page.evaluate(() => Date.now())) - Date.now();
  const expectServerTime = (written: string | null | undefined) => {
    expect(Date.parse(written ?? '')).toBeGreaterThanOrEqual(began - 1000);
    expect(Date.parse(written ?? '')).toBeLessThanOrEqual(Date.now() + 1000);
  };
  await page.clock.install({ time: began - dayInMilliseconds });
  await openWallets(page, { name: 'Test Wallet' });
  expect(await readOffset()).toBeLessThan(-dayInMilliseconds / 2);
  const slow = provenRow(page, await proveWallet(page, 'Demo Wallet'));
  expectServerTime(await slow.locator('time').getAttribute('datetime'));
  const signed = await page.getByRole('region', { name: 'The signed statement' }).textContent();
  expectServerTime(/Issued At: (\S+Z)/.exec(signed ?? '')?.[1]);
  await page.clock.setSystemTime(Date.now() + dayInMilliseconds);
  await page.getByRole('button', { name: 'Use another wallet' }).click();
  await chooseWallet(page);
  const fastAddress = await readAddress(page);
  await page.getByRole('button', { name: 'Prove it' }).click();
  const fast = provenRow(page, fastAddress);
  await expect(fast).toContainText('Connected');
  expect(await readOffset()).toBeGreaterThan(dayInMilliseconds / 2);
  expectServerTime(await fast.locator('time').getAttribute('datetime'));
  // By this clock both proofs would be more than a year old.
  await page.clock.setSystemTime(Date.now() + 400 * dayInMilliseconds);
  await page.reload();
  await expect(fast).toContainText('Connected');
  for (const row of [slow, fast]) await expect(row).not.toContainText('ago');
});

test('draws the second rule once, and not under reduced motion', async ({ page, member: _member }) => {
  await openWallets(page, { name: 'Test Wallet' });
  await page.evaluate(() => {
    const drawn: string[] = [];
    Object.assign(window, { drawn });
    addEventListener('transitionrun', (event) => {
      if (event.pseudoElement === '::after' && event.propertyName === 'scale')
        drawn.push(getComputedStyle(event.target as Element, '::after').transitionDuration);
    });
  });
  const drawn = () => page.evaluate(() => (window as unknown as { drawn: string[] }).drawn);
  const address = await proveWallet(page);
  await expect.poll(drawn).toEqual(['0.3s']);
  await provenRow(page, address).getByRole('button', { name: 'Disconnect' }).click();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByRole('button', { name: 'Connect wallet' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Demo Wallet/ })
    .click();
  await page.getByRole('button', { name: 'Prove it' }).click();
  await expect(page.getByText('Two wallets are proven to be yours.')).toBeVisible();
  expect(await drawn()).toEqual(['0.3s']);
});
