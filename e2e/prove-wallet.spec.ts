import { expectNoAxeViolations } from './fixtures/axe.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { expect, test } from './fixtures/test.ts';
import {
  chooseInMenu,
  connectedRow,
  connectWallet,
  openWallets,
  provenRow,
  proveWallet,
  readAddress,
} from './wallet-page.ts';

test('proves the demo wallet, and it stays proven after a reload @phone', { tag: '@firefox' }, async ({
  page,
  member: _member,
  consoleErrors,
}) => {
  await openWallets(page);
  // A link can't begin a proof: only a page of this site resumes one.
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
  const today = await row.locator('time').getAttribute('datetime');
  expect(Date.parse(today ?? '')).toBeGreaterThan(0);
  await expect(row).toContainText(/Proven \d{1,2} [A-Z][a-z]{2} \d{4}/);
  await expect(row).toContainText('Primary');
  await expect(row).toContainText('Connected');
  await expect(page.getByText('One wallet is proven to be yours.')).toBeVisible();
  await expect(page.getByRole('status').getByText(/^Wallet proven: .{4}….{4}$/)).toBeVisible();
  await expect(connectedRow(page)).toHaveCount(0);
  await expect(row.getByRole('button', { name: /whole address/ })).toBeFocused();
  // It signed without a window of its own, so what it signed stays to be read.
  const signed = page.getByRole('region', { name: 'The signed statement' });
  await expect(signed).toContainText(address);
  await expect(signed.locator('strong')).toHaveText(/^Prove this wallet for the Countersign account/);
  await expect(page.getByText('The Demo Wallet signs without asking.')).toBeVisible();
  await expect(page.getByRole('status').getByText('Demo Wallet is connected.')).toHaveCount(0);
  await expectNoAxeViolations(page);

  await page.reload();
  await expect(row).toContainText('Connected');
  await row.getByRole('button', { name: 'Disconnect' }).click();
  await expect(row).not.toContainText('Connected');
  await expect(row).toContainText('Proven');
  // Still known by its name and icon, which is a plain picture now, whatever the wallet had.
  await expect(row).toContainText('Demo Wallet');
  await expect(row.locator('use')).toBeVisible();
  const icon = page.locator((await row.locator('use').getAttribute('href')) ?? '');
  await expect(icon.locator('image')).toHaveAttribute('href', /^data:image\/png;base64,/);
  expect(consoleErrors).toEqual([]);
});

test('shows the exact text before it is signed, and what it costs', async ({ page, member: _member }) => {
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
  // With such a line it would be a sign-in that Auth takes from anyone.
  expect(lines.filter((line) => line.includes('URI:'))).toEqual([]);
  expect(lines.at(-1)).toMatch(/^Expiration Time: /);
  await expect(paper.locator('strong')).toHaveText(lines[3] ?? '');
  await expect(paper.locator('strong')).toBeInViewport({ ratio: 1 });
  // Said by the statement itself, and by nothing else.
  await expect(dialog.getByText('This costs nothing and moves no funds.')).toHaveCount(1);
  const [, accountId] = /ID ([0-9A-Z]{4}-[0-9A-Z]{4})/.exec(lines[3] ?? '') ?? [];
  await expect(dialog.getByText('Your account ID:')).toHaveText(`Your account ID: ${accountId}`);
  await expectNoAxeViolations(page);

  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Prove it' })).toBeFocused();
});

test('says what to do when no wallet opens, and signs a transaction that can never land for a hardware wallet @phone', async ({
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
  await expectNoAxeViolations(page);
  await hardware.click();
  await expect(hardware).toHaveCount(0);
  await expect(dialog.getByText(/can never land/)).toBeVisible();
  const paper = dialog.getByRole('region', { name: 'The statement to sign' });
  await expect(paper).toContainText(address);
  expect(await paper.textContent()).not.toContain('\n');
  await expectNoAxeViolations(page);
  // The first request is answered as well. Nobody waits for it any more.
  await page.evaluate(() => window.testWallets['Test Wallet']?.answer());
  await expect(provenRow(page, address)).toBeVisible();
  expect(await page.evaluate(() => window.testWallets['Test Wallet']?.asked)).toEqual([
    'signIn',
    'signTransaction',
  ]);
});

test('proves a wallet again', async ({ page, member: _member }) => {
  await openWallets(page, { name: 'Test Wallet' });
  const address = await proveWallet(page);
  const row = provenRow(page, address);
  await chooseInMenu(row, 'Prove again');
  await expect(page.getByRole('status').getByText(/^Wallet proven again/)).toBeVisible();
  await expect(page.getByText('One wallet is proven to be yours.')).toBeVisible();
});
