import { expectNoAxeViolations } from './fixtures/axe.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { show } from './fixtures/show-in-tour.ts';
import { expect, test } from './fixtures/test.ts';
import type { TestWalletOptions } from './test-wallet.ts';
import type { Signing } from './test-wallet-signing.ts';
import {
  chooseInMenu,
  chooseWallet,
  connectedRow,
  connectNextWallet,
  connectWallet,
  openWallets,
  provenRow,
  proveWallet,
  readAddress,
} from './wallet-page.ts';

test('proves the demo wallet, which stays proven after a reload @phone @tour', { tag: '@firefox' }, async ({
  page,
  member: _member,
  consoleErrors,
}) => {
  await openWallets(page);
  // A link can't start a proof: only a page of this site resumes one.
  await page.goto('/wallets?resume=1');
  await waitForHydration(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('No wallet is proven yet.')).toBeVisible();
  const introduction = page.getByText(/^Connect a wallet and sign one statement/);
  await expect(introduction).toBeVisible();
  await expectNoAxeViolations(page);
  const address = await proveWallet(page, 'Demo Wallet');
  await expect(introduction).toHaveCount(0);
  const row = provenRow(page, address);
  const today = await row.locator('time').first().getAttribute('datetime');
  expect(Date.parse(today ?? '')).toBeGreaterThan(0);
  await expect(row).toContainText(/Proven \d{1,2} [A-Z][a-z]{2} \d{4}/);
  await expect(row).toContainText('Primary');
  await expect(row).toContainText('Connected');
  await expect(page.getByText('One wallet is proven to be yours.')).toBeVisible();
  await expect(page.getByRole('status').getByText(/^Wallet proven: .{4}….{4}$/)).toBeVisible();
  await expect(connectedRow(page)).toHaveCount(0);
  await expect(row.getByRole('button', { name: 'Share proof' })).toBeFocused();
  // The wallet has no window, so the page keeps showing the signed statement.
  const signed = page.getByRole('region', { name: 'The signed statement' });
  await expect(signed).toContainText(address);
  await expect(signed.locator('strong')).toHaveText(/^Prove this wallet for the Countersign account/);
  await expect(page.getByText('The Demo Wallet signs without asking.')).toBeVisible();
  await expect(page.getByRole('status').getByText('Demo Wallet is connected.')).toHaveCount(0);
  await show(page, 'wallets-proven');
  await expectNoAxeViolations(page);

  await page.reload();
  await expect(row).toContainText('Connected');
  await row.getByRole('button', { name: 'Disconnect' }).click();
  await expect(row).not.toContainText('Connected');
  await expect(row).toContainText('Proven');
  // Shows the wallet's name and its icon, which is now a PNG, whatever the wallet's format.
  await expect(row).toContainText('Demo Wallet');
  await expect(row.locator('use')).toBeVisible();
  const icon = page.locator((await row.locator('use').getAttribute('href')) ?? '');
  await expect(icon.locator('image')).toHaveAttribute('href', /^data:image\/png;base64,/);
  await show(page, 'wallets-proven-not-connected');
  expect(consoleErrors).toEqual([]);
});

test('shows the exact text and the cost before signing @tour', async ({ page, member: _member }) => {
  await openWallets(page, { can: ['signMessage', 'signTransaction'], signing: 'hold' });
  await connectWallet(page);
  const address = await readAddress(page);
  await page.getByRole('button', { name: 'Prove it' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveAccessibleName(`Prove ${address.slice(0, 4)}…${address.slice(-4)}`);
  await expect(dialog.getByRole('status')).toHaveText('Waiting for Test Wallet.');
  const paper = dialog.getByRole('region', { name: 'The statement to sign' });
  const lines = (await paper.textContent())?.split('\n') ?? [];
  expect(lines[0]).toBe(`${new URL(page.url()).host} wants you to sign in with your Solana account:`);
  expect(lines[1]).toBe(address);
  expect(lines[3]).toMatch(/^Prove this wallet for the Countersign account .*ID [0-9A-Z]{4}-[0-9A-Z]{4}/);
  expect(lines[3]).toContain('It can then be used to sign in to that account.');
  // A `URI` line would make it a sign-in that Auth accepts from any holder.
  expect(lines.filter((line) => line.includes('URI:'))).toEqual([]);
  expect(lines.at(-1)).toMatch(/^Expiration Time: /);
  await expect(paper.locator('strong')).toHaveText(lines[3] ?? '');
  await expect(paper.locator('strong')).toBeInViewport({ ratio: 1 });
  // Only the statement itself says so.
  await expect(dialog.getByText('This costs nothing and moves no funds.')).toHaveCount(1);
  const [, accountId] = /ID ([0-9A-Z]{4}-[0-9A-Z]{4})/.exec(lines[3] ?? '') ?? [];
  await expect(dialog.getByText('Your account ID:')).toHaveText(`Your account ID: ${accountId}`);
  await show(page, 'wallet-signing');
  await expectNoAxeViolations(page);

  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Prove it' })).toBeFocused();
});

test('says what to do when no wallet opens, and signs a transaction that can never execute for a hardware wallet @phone @tour', async ({
  page,
  member: _member,
}) => {
  await page.clock.install();
  await openWallets(page, { signing: 'hold' });
  await connectWallet(page);
  const address = await readAddress(page);
  await page.getByRole('button', { name: 'Prove it' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('status')).toHaveText('Waiting for Test Wallet.');
  const hardware = dialog.getByRole('button', { name: 'I use a hardware wallet' });
  await expect(hardware).toHaveCount(0);
  await page.clock.runFor(5000);
  await expect(dialog.getByRole('status')).toHaveText(
    "Waiting for Test Wallet. Nothing opened? Click the wallet's icon in your browser.",
  );
  await show(page, 'wallet-signing-long');
  await expectNoAxeViolations(page);
  await hardware.click();
  await expect(hardware).toHaveCount(0);
  await expect(dialog.getByText(/can never execute/)).toBeVisible();
  const paper = dialog.getByRole('region', { name: 'The statement to sign' });
  await expect(paper).toContainText(address);
  expect(await paper.textContent()).not.toContain('\n');
  await expectNoAxeViolations(page);
  // The first request is answered too; its answer is ignored.
  await page.evaluate(() => window.testWallets['Test Wallet']?.answer());
  await expect(provenRow(page, address)).toBeVisible();
  expect(await page.evaluate(() => window.testWallets['Test Wallet']?.asked)).toEqual([
    'signIn',
    'signTransaction',
  ]);
});

test('signs an off-chain message where the account lists it, and another way by a press once it fails', async ({
  page,
  member: _member,
  consoleErrors,
}) => {
  const can: TestWalletOptions['can'] = ['signOffchainMessage', 'signMessage', 'signTransaction'];
  await openWallets(page, { can });
  await connectWallet(page);
  const address = await readAddress(page);
  const dialog = page.getByRole('dialog');
  const asked = () => page.evaluate(() => window.testWallets['Test Wallet']?.asked);
  const change = (signing: Signing) =>
    page.evaluate((next) => window.testWallets['Test Wallet']?.changeSigning(next), signing);
  const message = dialog.getByRole('button', { name: 'Sign it as a message' });
  const mayNot = dialog.getByText('Test Wallet may not be able to sign off-chain messages yet.');

  await test.step('a refusal is the same button again, and another way only by another press', async () => {
    await change('decline');
    await page.getByRole('button', { name: 'Prove it' }).click();
    await expect(dialog).toHaveAccessibleName('You declined. Nothing changed.');
    await expect(mayNot).toBeVisible();
    await expect(message).toBeVisible();
    await change('hold');
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect(dialog.getByText('An off-chain message carries the text.')).toBeVisible();
    await expectNoAxeViolations(page);
    await change('sign');
    await page.evaluate(() => window.testWallets['Test Wallet']?.answer());
    await expect(provenRow(page, address)).toBeVisible();
    expect(await asked()).toEqual(['signOffchainMessage', 'signOffchainMessage']);
  });

  await test.step('a wallet that fails is asked another way by one press, and so from then on', async () => {
    await change('cannot');
    await chooseInMenu(provenRow(page, address), 'Prove again');
    await expect(mayNot).toBeVisible();
    await expectNoAxeViolations(page);
    await change('sign');
    await message.click();
    await expect(page.getByRole('status').getByText(/^Wallet proven again/)).toBeVisible();
    await page.reload();
    await chooseInMenu(provenRow(page, address), 'Prove again');
    await expect.poll(asked).toEqual(['signMessage']);
    await expect(dialog).toBeHidden();
  });

  await page.goto('/activity');
  await expect(page.getByText(/^Proved .* by an off-chain message$/)).toBeVisible();
  expect(consoleErrors).toEqual([]);
});

test('proves a wallet again', async ({ page, member: _member }) => {
  await openWallets(page, { name: 'Test Wallet' });
  const address = await proveWallet(page);
  const row = provenRow(page, address);
  await chooseInMenu(row, 'Prove again');
  await expect(page.getByRole('status').getByText(/^Wallet proven again/)).toBeVisible();
  await expect(page.getByText('One wallet is proven to be yours.')).toBeVisible();
});

const ladder: [string, TestWalletOptions, string[]][] = [
  ['by signIn', {}, ['signIn']],
  ['by signMessage', { can: ['signMessage', 'signTransaction'] }, ['signMessage']],
  ['by signMessage, having nothing else', { can: ['signMessage'] }, ['signMessage']],
  [
    'by an off-chain message, before anything else',
    { can: ['signOffchainMessage', 'signIn', 'signMessage', 'signTransaction'] },
    ['signOffchainMessage'],
  ],
  ['by an off-chain message, having nothing else', { can: ['signOffchainMessage'] }, ['signOffchainMessage']],
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

test('proves a wallet with each signing method @slow', { tag: ['@firefox', '@webkit'] }, async ({
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

test('treats a double click as one press, and puts nothing dangerous under the pointer @phone @slow', async ({
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
  // The text stays selectable: a double click on it selects a word.
  await dialog.locator('strong').dblclick({ position: { x: 20, y: 12 } });
  expect(await page.evaluate(() => String(getSelection()))).toMatch(/^\w+/);
  await page.evaluate(() => window.testWallets['Test Wallet']?.answer());
  await expect(provenRow(page, address)).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.mouse.click(x + width / 2, y + height / 2);
  // Another press there opens the share sheet, which alone publishes nothing.
  await expect(page.getByRole('dialog', { name: 'Share this proof' })).toBeVisible();
  await expect(provenRow(page, address)).toContainText('Connected');
  await expect(provenRow(page, address).getByText('Public', { exact: true })).toHaveCount(0);
});

const dayInMilliseconds = 24 * 60 * 60 * 1000;

test("proves a wallet with a clock a day slow or fast, by the server's time @slow", async ({
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
  expectServerTime(await slow.locator('time').first().getAttribute('datetime'));
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
  expectServerTime(await fast.locator('time').first().getAttribute('datetime'));
  // By this clock, both proofs are more than a year old.
  await page.clock.setSystemTime(Date.now() + 400 * dayInMilliseconds);
  await page.reload();
  await expect(fast).toContainText('Connected');
  for (const row of [slow, fast]) await expect(row).not.toContainText('ago');
});

test('draws the second rule once, and not with reduced motion @slow', async ({ page, member: _member }) => {
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
