import { errors } from '../lib/errors.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { expect, test } from './fixtures/test.ts';
import { beginProving, expectNothingProven } from './proving-page.ts';
import type { TestWalletOptions } from './test-wallet.ts';
import { connectedRow, connectNextWallet, openWallets, provenRow } from './wallet-page.ts';

test('changes nothing when the person declines, and asks again when they want', async ({
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
test('refuses a wallet that signs something else than it was asked to', async ({ page, member: _member }) => {
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
