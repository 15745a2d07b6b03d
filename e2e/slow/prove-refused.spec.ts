import { errors } from '../../lib/errors.ts';
import { expectNoAxeViolations } from '../fixtures/axe.ts';
import { expect, test } from '../fixtures/test.ts';
import { answerWallet, expectNothingProven, holdStatement, issueOtherStatements } from '../proving-page.ts';
import { connectWallet, openWallets, provenRow, readAddress } from '../wallet-page.ts';

test('notices another account while the statement waits to be signed', async ({ page, member: _member }) => {
  const { address, dialog } = await holdStatement(page);
  await page.evaluate(() => window.testWallets['Test Wallet']?.switchAccount());
  await expect(dialog).toHaveAccessibleName(errors['wallet.other_account'].title);
  const short = (whole: string) => `${whole.slice(0, 4)}…${whole.slice(-4)}`;
  const line = dialog.getByText(`The statement is for ${short(address)}. Selected now is `);
  await expect(line).toHaveText(/Selected now is .{4}….{4}\.$/);
  await expect(line).not.toHaveText(new RegExp(`${short(address)}\\.$`));
  await answerWallet(page);
  await expect(dialog).toHaveAccessibleName(errors['wallet.other_account'].title);
  await expectNothingProven(page);
});

test('offers a new statement when the old one was replaced while the wallet was open', async ({
  page,
  addresses,
  member: _member,
}) => {
  const { address, dialog } = await holdStatement(page);
  await issueOtherStatements(page, addresses, 4);
  await answerWallet(page);
  await expect(dialog).toHaveAccessibleName(errors['proof.challenge_gone'].title);
  await page.evaluate(() => window.testWallets['Test Wallet']?.changeSigning('sign'));
  await dialog.getByRole('button', { name: 'Get a new statement' }).click();
  await expect(provenRow(page, address)).toBeVisible();
});

test('says how long to wait after too many statements', async ({ page, addresses, member: _member }) => {
  await page.clock.install();
  const { dialog } = await holdStatement(page);
  await issueOtherStatements(page, addresses, 9);
  await page.clock.runFor(5000);
  await dialog.getByRole('button', { name: 'I use a hardware wallet' }).click();
  await expect(dialog).toHaveAccessibleName(errors['proof.too_many_challenges'].title);
  await expect(dialog.getByText(/^Wait \d+ seconds?, then try again\.$/)).toBeVisible();
});

test('waits for the check to end, whatever is pressed, and says how it ended', async ({
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
  // The browser itself closes a dialog on the second one.
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
