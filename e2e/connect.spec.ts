import type { Page } from 'playwright/test';
import { createAccount, enterPassword } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { createWalletKey, openProver, proveWallet } from './fixtures/prove-wallet.ts';
import { readShown, startRelyingApp } from './fixtures/relying-app.ts';
import { show } from './fixtures/show-in-tour.ts';
import { openSignedInBrowser } from './fixtures/signed-in-client.ts';
import { expect, test } from './fixtures/test.ts';
import { installTestWallet } from './test-wallet.ts';
import { chooseWallet, openDialog } from './wallet-page.ts';

const share = (page: Page) => page.getByRole('button', { name: 'Share and continue' });

async function readClaims(
  page: Page,
): Promise<{ sub: string; wallets?: { address: string }[]; name?: string }> {
  await expect(page.locator('#claims')).toBeVisible();
  return JSON.parse(await page.locator('#claims').innerText());
}

test('a new user without a wallet signs in, proves one in place, shares it, and is remembered @phone @tour', {
  tag: ['@firefox', '@webkit'],
}, async ({ page, browserName, account, addresses, consoleErrors }) => {
  const app = await startRelyingApp(addresses, { scope: 'openid wallets' });
  await installTestWallet(page);
  await page.goto(`${app.url}/sign-in`);
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fconnect%2F/);
  await enterPassword(page, account);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Sign in to ${new URL(app.url).host}`);
  await expect(page.getByText('You have no proven wallet yet.')).toBeVisible();
  await show(page, 'connect-no-wallet');

  await openDialog(page);
  await chooseWallet(page);
  const box = page.getByRole('list', { name: 'Your proven wallets' }).getByRole('checkbox');
  await expect(box).toBeChecked();
  // The pressed button is gone, so the focus is on the next control.
  await expect(box).toBeFocused();
  // Firefox 153 crashes here whenever axe runs, and on no other page. The report says so each time, with the version: retry with a newer
  // one.
  if (browserName !== 'firefox') await expectNoAxeViolations(page);
  else
    test.info().annotations.push({
      type: 'left out',
      description: `axe on the page where people agree, in Firefox ${page.context().browser()?.version()}`,
    });
  await share(page).click();
  const claims = await readClaims(page);
  expect(claims.wallets).toHaveLength(1);

  // The consent is remembered, so there is no question.
  await page.goto(`${app.url}/sign-in`);
  expect(await readClaims(page)).toEqual(claims);
  expect(consoleErrors).toEqual([]);
  await app.stop();
});

test('an app that asks for more says what is new, and only wallets it already sees are ticked @tour', async ({
  page,
  member,
  addresses,
}) => {
  const app = await startRelyingApp(addresses, { scope: 'openid wallets' });
  const prover = await openProver(addresses, member);
  const [first, second] = [createWalletKey(), createWalletKey()];
  await proveWallet(addresses, prover, first);
  await proveWallet(addresses, prover, second);
  await page.goto(`${app.url}/sign-in`);
  const boxes = page.getByRole('list', { name: 'Your proven wallets' }).getByRole('checkbox');
  await expect(boxes).toHaveCount(2);
  await show(page, 'connect');
  await show(page, 'connect-end', 'end');
  expect(await boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).checked))).toEqual([
    true,
    false,
  ]);
  await share(page).click();
  expect((await readClaims(page)).wallets?.map(({ address }) => address)).toEqual([first.address]);

  await page.goto(`${app.url}/sign-in?scope=openid+wallets+email`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Share more with /);
  await expect(page.getByRole('listitem').filter({ hasText: 'Your email address' })).toContainText('New');
  await expect(page.getByRole('listitem').filter({ hasText: 'The wallets you select' })).not.toContainText(
    'New',
  );
  await expect(page.getByText('Shared already')).toHaveCount(1);
  await show(page, 'connect-more');
  await expect(boxes.nth(0)).toBeChecked();
  await expect(boxes.nth(1)).not.toBeChecked();
  await boxes.nth(0).uncheck();
  await expect(page.getByRole('button', { name: 'Continue without a wallet' })).toBeVisible();
  await boxes.nth(0).check();
  await expect(page.getByRole('button', { name: 'Share and continue' })).toBeVisible();
  await boxes.nth(1).check();
  await share(page).click();
  const claims = await readClaims(page);
  expect(claims).toMatchObject({ email: member.email });
  expect(claims.wallets).toHaveLength(2);
  await app.stop();
});

test('the user switches accounts without losing the request', async ({ account, addresses }) => {
  const app = await startRelyingApp(addresses, { scope: 'openid email' });
  const other = await createAccount(addresses);
  const browser = await openSignedInBrowser(addresses, account);
  await browser.open(`${app.url}/sign-in`);
  expect(browser.words()).toContain(account.email);
  await browser.press('Use another account');
  await browser.signIn(other);
  expect(browser.words()).toContain(other.email);
  await browser.press('Share and continue');
  expect(readShown(browser.answer().text, 'claims')).toMatchObject({ email: other.email });
  await app.stop();
});

test('an app that asks for one wallet shows that, and gets only that one @slow @tour', async ({
  page,
  member,
  addresses,
}) => {
  const app = await startRelyingApp(addresses, { scope: 'openid wallets' });
  const prover = await openProver(addresses, member);
  await proveWallet(addresses, prover, createWalletKey());
  await installTestWallet(page);
  await page.goto(`${app.url}/sign-in?wallet=new`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Prove a wallet for /);
  await expect(share(page)).toHaveCount(0);
  await show(page, 'connect-prove');
  await expectNoAxeViolations(page);
  await openDialog(page);
  await chooseWallet(page);
  const boxes = page.getByRole('list', { name: 'Your proven wallets' });
  await expect(boxes.getByRole('checkbox', { checked: true })).toHaveCount(1);
  await expect(boxes.getByRole('checkbox', { checked: true })).toBeFocused();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Prove a wallet for /);
  await share(page).click();
  const { wallets } = await readClaims(page);
  expect(wallets).toHaveLength(1);

  // A wallet that isn't the user's: names it, and explains the connected one.
  const wanted = createWalletKey().address;
  await page.goto(`${app.url}/sign-in?wallet=${wanted}`);
  await expect(page.getByText(/asks for this wallet/)).toBeVisible();
  await expect(page.getByText(/choose that account in your wallet/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Prove it' })).toHaveCount(0);
  await app.stop();
});
