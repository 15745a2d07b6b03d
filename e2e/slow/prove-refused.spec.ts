import { errors } from '../../lib/errors.ts';
import { expectNoAxeViolations } from '../fixtures/axe.ts';
import { expect, test } from '../fixtures/test.ts';
import {
  answerWallet,
  beginProving,
  expectNothingProven,
  holdStatement,
  issueOtherStatements,
} from '../proving-page.ts';
import { connectedRow, connectWallet, openWallets, provenRow, readAddress } from '../wallet-page.ts';

test('proves nothing when the wallet switches its account while it is asked', async ({
  page,
  member: _member,
}) => {
  const { dialog } = await beginProving(page, { signing: 'switch' });
  await expect(dialog).toHaveAccessibleName(errors['wallet.other_account'].title);
  await expectNoAxeViolations(page);
  // Still the other account: the wallet is not asked to sign for it.
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog).toHaveAccessibleName(errors['wallet.other_account'].title);
  expect(await page.evaluate(() => window.testWallets['Test Wallet']?.asked)).toEqual(['signIn']);
  await dialog.getByRole('button', { name: 'Back to wallets' }).click();
  await expect(connectedRow(page)).toContainText('Connected, not proven');
  await expectNothingProven(page);
});

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

test('gets the stored proof when the answer was lost on the way', async ({ page, member: _member }) => {
  const submitted: (string | null)[] = [];
  await page.route('**/wallets', async (route) => {
    const body = route.request().postData();
    if (!body?.includes('signedBytes')) return route.continue();
    submitted.push(body);
    if (submitted.length > 1) return route.continue();
    // The server has it, the browser never hears so.
    await route.fetch();
    await route.abort('connectionreset');
  });
  const { address, dialog } = await beginProving(page);
  await expect(dialog).toHaveAccessibleName(errors['wallet.answer_lost'].title);
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Send it again' }).click();
  await expect(provenRow(page, address)).toHaveCount(1);
  await expect(dialog).toBeHidden();
  expect(submitted).toHaveLength(2);
  expect(submitted[1]).toBe(submitted[0]);
  expect(await page.evaluate(() => window.testWallets['Test Wallet']?.asked)).toEqual(['signIn']);
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

for (const way of ['Escape', 'the end of the tab'] as const)
  test(`proves nothing when the wallet signs after ${way}`, async ({ page, context, member: _member }) => {
    const { dialog } = await holdStatement(page);
    if (way === 'the end of the tab') {
      const next = await context.newPage();
      await page.close();
      return expectNothingProven(next);
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    const sent: string[] = [];
    const site = new URL(page.url()).origin;
    // Not what the page asks the chain about balances.
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().startsWith(site)) sent.push(request.url());
    });
    await answerWallet(page);
    await expect(page.getByRole('button', { name: 'Prove it' })).toBeFocused();
    await expectNothingProven(page);
    expect(sent).toEqual([]);
  });
