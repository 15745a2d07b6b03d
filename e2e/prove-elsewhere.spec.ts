import { errors } from '../lib/errors.ts';
import { createAccount, signIn } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { expect, test } from './fixtures/test.ts';
import { answerWallet } from './proving-page.ts';
import { connectWallet, openWallets, provenRow, proveWallet } from './wallet-page.ts';

test('moves a wallet from another account only after a second statement that says so @phone', async ({
  page,
  addresses,
  mailbox,
  signedIn: first,
}) => {
  const second = await createAccount(addresses);
  await openWallets(page, { name: 'Test Wallet' });
  const address = await proveWallet(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/sign-in');
  await signIn(page, second);

  // Nothing tells that it is proven elsewhere before its owner has signed.
  await expect(await connectWallet(page)).toContainText('Connected, not proven');
  await page.getByRole('button', { name: 'Prove it' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveAccessibleName(errors['wallet.proven_elsewhere'].title);
  await expect(dialog).toContainText('Its proof there ends, and the owner of that account is told.');
  await expect(page.locator('body')).not.toContainText(first.email);
  await expectNoAxeViolations(page);

  await page.evaluate(() => window.testWallets['Test Wallet']?.changeSigning('hold'));
  await dialog.getByRole('button', { name: 'Move it here' }).click();
  await expect(dialog).toHaveAccessibleName(`Move ${address.slice(0, 4)}…${address.slice(-4)} here`);
  await expect(dialog).toContainText('Its proof on the other account ends');
  await expect(dialog.locator('strong')).toHaveText(/^Move this wallet to the Countersign account/);
  await expectNoAxeViolations(page);
  await answerWallet(page);
  await expect(provenRow(page, address)).toContainText('Connected');
  await expect(page.getByRole('status').getByText(/^Wallet moved here/)).toBeVisible();

  const mail = await mailbox.noticeTo(first.email, 'A wallet was moved to another account');
  expect(mail.text).toContain(address);
  expect(mail.text).not.toContain(second.email);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/sign-in');
  await signIn(page, first);
  await expect(page.getByText('No wallet is proven yet.')).toBeVisible();
});

test('leaves a wallet where it is when the move is declined', async ({
  page,
  addresses,
  signedIn: first,
}) => {
  const second = await createAccount(addresses);
  await openWallets(page, { name: 'Test Wallet' });
  const address = await proveWallet(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/sign-in');
  await signIn(page, second);
  await connectWallet(page);
  await page.getByRole('button', { name: 'Prove it' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveAccessibleName(errors['wallet.proven_elsewhere'].title);
  await page.evaluate(() => window.testWallets['Test Wallet']?.changeSigning('decline'));
  await dialog.getByRole('button', { name: 'Move it here' }).click();
  await expect(dialog).toHaveAccessibleName(errors['wallet.declined'].title);
  await dialog.getByRole('button', { name: 'Back to wallets' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/sign-in');
  await signIn(page, first);
  await expect(provenRow(page, address)).toBeVisible();
});
