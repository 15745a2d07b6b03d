import { errors } from '../lib/errors.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { show } from './fixtures/show-in-tour.ts';
import { expect, test } from './fixtures/test.ts';
import { answerWallet, beginProving, expectNothingProven, holdStatement } from './proving-page.ts';
import type { TestWalletOptions } from './test-wallet.ts';
import {
  connectedRow,
  connectNextWallet,
  connectWallet,
  openWallets,
  provenRow,
  readAddress,
} from './wallet-page.ts';

test('changes nothing when the user declines, and asks again on demand', async ({
  page,
  member: _member,
  consoleErrors,
}) => {
  const { address, dialog } = await beginProving(page, { signing: 'decline' });
  await expect(dialog).toHaveAccessibleName('You declined. Nothing changed.');
  await expect(dialog.getByRole('heading')).toBeFocused();
  await expect(page.locator('body')).not.toContainText('RAW-WALLET-WORDS');
  await expectNoAxeViolations(page);
  await page.evaluate(() => window.testWallets['Test Wallet']?.changeSigning('sign'));
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(provenRow(page, address)).toBeVisible();
  expect(consoleErrors).toEqual([]);
});

const forgeries: [string, TestWalletOptions, keyof typeof errors][] = [
  ['signs another text', { signing: 'other-text' }, 'proof.statement_changed'],
  [
    'adds an instruction to the transaction',
    { can: ['signTransaction'], mutateTransaction: 'instruction' },
    'proof.transaction_changed',
  ],
];

test('refuses a wallet that signs another text', async ({ page, member: _member }) => {
  const wallets = forgeries.map(([what, options, code], index) => ({
    what,
    options,
    code,
    name: `Wallet ${index}`,
  }));
  await openWallets(page, ...wallets.map(({ name, options }) => ({ ...options, name })));
  const dialog = page.getByRole('dialog');
  for (const { what, name, code } of wallets) {
    await test.step(`refuses a wallet that ${what}`, async () => {
      await connectNextWallet(page, name);
      await page.getByRole('button', { name: 'Prove it' }).click();
      await expect(dialog).toHaveAccessibleName(errors[code].title);
      await expect(dialog.getByText(errors[code].hint)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(connectedRow(page)).toContainText('Connected, not proven');
    });
  }
  await expectNothingProven(page);
});

test('detects another account while the statement waits to be signed @slow @tour', async ({
  page,
  member: _member,
}) => {
  const { address, dialog } = await holdStatement(page);
  await page.evaluate(() => window.testWallets['Test Wallet']?.switchAccount());
  await expect(dialog).toHaveAccessibleName(errors['wallet.other_account'].title);
  const short = (whole: string) => `${whole.slice(0, 4)}…${whole.slice(-4)}`;
  const line = dialog.getByText(`The statement is for ${short(address)}. Selected now is `);
  await expect(line).toHaveText(/Selected now is .{4}….{4}\.$/);
  await expect(line).not.toHaveText(new RegExp(`${short(address)}\\.$`));
  await show(page, 'wallet-other-account');
  await answerWallet(page);
  await expect(dialog).toHaveAccessibleName(errors['wallet.other_account'].title);
  await expectNothingProven(page);
});

test('waits for the check to end, whatever is pressed, and reports the result @slow', async ({
  page,
  member: _member,
}) => {
  let loseAnswer = () => undefined as unknown;
  const lost = new Promise((resolve) => {
    loseAnswer = () => resolve(undefined);
  });
  await page.route('**/wallets', async (route) => {
    if (!route.request().postData()?.includes('signedBytes')) return route.continue();
    await lost;
    await route.abort('connectionreset');
  });
  await openWallets(page);
  await connectWallet(page, 'Demo Wallet');
  const address = await readAddress(page);
  await page.getByRole('button', { name: 'Prove it' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('status')).toHaveText('Checking the signature…');
  await expect(dialog).toContainText('The Demo Wallet signs without asking.');
  await expect(dialog).not.toContainText('shows you the same text');
  // The browser itself closes a dialog on the second Escape.
  for (const _press of [1, 2, 3]) await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.mouse.click(5, 5);
  await expectNoAxeViolations(page);
  loseAnswer();
  await expect(dialog).toHaveAccessibleName(errors['wallet.answer_lost'].title);
  await page.unroute('**/wallets');
  await dialog.getByRole('button', { name: 'Send it again' }).click();
  await expect(provenRow(page, address)).toBeVisible();
  await expect(dialog).toBeHidden();
});
