import { errors } from '../lib/errors.ts';
import { createAccount, signIn, signOut } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { addApp, grantAccess } from './fixtures/grant-access.ts';
import { expectFitsPhone } from './fixtures/phone-width.ts';
import { readProver } from './fixtures/prove-wallet.ts';
import { show } from './fixtures/show-in-tour.ts';
import type { Addresses } from './fixtures/stack.ts';
import { expect, test } from './fixtures/test.ts';
import { answerWallet } from './proving-page.ts';
import { installTestWallet } from './test-wallet.ts';
import {
  connectWallet,
  openWallets,
  provenRow,
  proveWallet,
  shareProof,
  signInByWallet,
} from './wallet-page.ts';

async function existsAtAuth({ supabaseUrl, secretKey }: Addresses, userId: string): Promise<boolean> {
  const headers = { apikey: secretKey, authorization: `Bearer ${secretKey}` };
  return (await fetch(`${supabaseUrl}/auth/v1/admin/users/${userId}`, { headers })).ok;
}

test('moves a public wallet only after a second statement for the move, and notifies both owners @tour', async ({
  page,
  browser,
  addresses,
  mailbox,
  member: first,
}) => {
  const second = await createAccount(addresses);
  await openWallets(page, { can: ['signOffchainMessage', 'signIn'] });
  const address = await proveWallet(page);
  const short = `${address.slice(0, 4)}…${address.slice(-4)}`;
  const row = provenRow(page, address);
  await shareProof(page, row);
  const proofPath = await row.getByRole('link', { name: 'View proof' }).getAttribute('href');

  const privateWindow = await browser.newContext();
  const stranger = await privateWindow.newPage();
  await stranger.goto(addresses.siteUrl + proofPath);
  await expect(stranger.getByText(address, { exact: true })).toBeVisible();
  await expect(stranger.getByText('All 9 checks passed in this browser.')).toBeVisible();

  await signOut(page);
  await signIn(page, second);

  // Until the owner has signed, nothing reveals that the wallet is proven elsewhere.
  await expect(await connectWallet(page)).toContainText('Connected, not proven');
  await page.getByRole('button', { name: 'Prove it' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveAccessibleName(errors['wallet.proven_elsewhere'].title);
  await expect(dialog).toContainText(
    "which ends its proof there. If that account has an email, we'll notify its owner.",
  );
  await show(page, 'wallet-proven-elsewhere');
  await expect(page.locator('body')).not.toContainText(first.email);
  await expectNoAxeViolations(page);

  await page.evaluate(() => window.testWallets['Test Wallet']?.changeSigning('hold'));
  await dialog.getByRole('button', { name: 'Move it here' }).click();
  await expect(dialog).toHaveAccessibleName(`Move ${short} here`);
  await expect(dialog).toContainText('Its proof on the other account ends');
  await expect(dialog.locator('strong')).toHaveText(
    /^Move this wallet from the account it is proven on now to the Countersign account/,
  );
  await show(page, 'wallet-moving');
  await expectNoAxeViolations(page);
  await answerWallet(page);
  await expect(row).toContainText('Connected');
  await expect(row).not.toContainText('Public');
  await expect(page.getByRole('status').getByText(/^Wallet moved here/)).toBeVisible();

  await stranger.reload();
  await expect(stranger.getByRole('heading', { level: 1, name: 'This proof has ended' })).toBeVisible();
  await expect(stranger.getByText(/^The wallet was moved to another account on \d.* UTC\.$/)).toBeVisible();
  await expect(stranger.locator('body')).not.toContainText(address);
  await privateWindow.close();

  const mail = await mailbox.noticeTo(first.email, 'A wallet was moved to another account');
  expect(mail.text).toContain(address);
  expect(mail.text).not.toContain(second.email);
  await signOut(page);
  await signIn(page, first);
  await expect(page.getByText('No wallet is proven yet.')).toBeVisible();
  await expect(page.getByText(`${short} was proven on another account on`)).toBeVisible();
  await page.getByRole('link', { name: 'Activity', exact: true }).click();
  await expect(page.getByText(`${short} was moved to another account`, { exact: true })).toBeVisible();
  await expect(page.locator('body')).not.toContainText(second.email);
});

test('moves a wallet off the account that only it opens by four presses, and deletes that account @phone @tour', async ({
  page,
  addresses,
  account,
  consoleErrors,
}) => {
  await installTestWallet(page);
  await page.goto('/sign-in');
  await signInByWallet(page);
  await page.waitForURL('**/wallets');
  const proven = page.getByRole('list', { name: 'Proven wallets' }).getByRole('listitem');
  const address = (await proven.locator('code').textContent()) ?? '';
  await shareProof(page, proven);
  const proofPath = await proven.getByRole('link', { name: 'View proof' }).getAttribute('href');
  const other = await readProver(page, addresses);
  const app = await addApp(addresses);
  await grantAccess(addresses, other, app);
  await signOut(page);
  await signIn(page, account);

  await connectWallet(page);
  await page.evaluate(() => window.testWallets['Test Wallet']?.changeSigning('hold'));
  await page.getByRole('button', { name: 'Prove it' }).click();
  const dialog = page.getByRole('dialog');
  // Before the wallet has signed, nothing tells of that account.
  await expect(dialog.getByRole('status')).toHaveText('Waiting for Test Wallet.');
  await answerWallet(page);
  await expect(dialog).toHaveAccessibleName(errors['wallet.proven_elsewhere'].title);
  await expect(dialog).toContainText(
    /is proven on account \w{4}-\w{4}, made (just now|.* ago)\. It's that account's only sign-in method\./,
  );
  await expect(
    dialog.getByRole('radio', { name: 'Move it here and delete that account' }),
  ).toHaveAccessibleName(
    /Its proof .* are deleted\. Its public link stops working\. One app loses access\. .* no notice goes out/,
  );
  await expectNoAxeViolations(page);
  await expectFitsPhone(page);
  await show(page, 'wallet-on-other-account');

  await dialog.getByText('Keep both').click();
  await expect(dialog.getByRole('button', { name: 'Keep both' })).toBeVisible();
  await dialog.getByText('Move it here and delete that account').click();
  await dialog.getByRole('button', { name: 'Sign to move it here' }).click();
  await expect(dialog.locator('strong')).toContainText('This deletes the account it is proven on now.');
  await expectNoAxeViolations(page);
  await show(page, 'wallet-moving-and-deleting');
  await answerWallet(page);
  await expect(provenRow(page, address)).toContainText('Connected');
  await expect(page.getByRole('status').getByText(/^Wallet moved here/)).toBeVisible();

  await page.goto(proofPath ?? '');
  await expect(page.getByRole('heading', { level: 1, name: 'This proof has ended' })).toBeVisible();
  await expect(page.getByText(/^The account was deleted on /)).toBeVisible();
  await expect.poll(() => existsAtAuth(addresses, other.userId)).toBe(false);
  // The wallet signs in to the account that it moved to.
  await page.goto('/wallets');
  await signOut(page);
  await signInByWallet(page);
  await answerWallet(page);
  await expect(provenRow(page, address)).toBeVisible();
  await page.goto('/account');
  await expect(page.getByRole('main')).toContainText(account.email);
  expect(consoleErrors).toEqual([]);
});
