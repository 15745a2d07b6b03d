import type { Page } from 'playwright/test';
import { expectNoAxeViolations } from '../fixtures/axe.ts';
import { createWalletKey, openProver, proveWallet } from '../fixtures/prove-wallet.ts';
import { startRelyingApp } from '../fixtures/relying-app.ts';
import { expect, test } from '../fixtures/test.ts';
import { installTestWallet } from '../test-wallet.ts';

const share = (page: Page) => page.getByRole('button', { name: 'Share and continue' });

async function readClaims(
  page: Page,
): Promise<{ sub: string; wallets?: { address: string }[]; name?: string }> {
  await expect(page.locator('#claims')).toBeVisible();
  return JSON.parse(await page.locator('#claims').innerText());
}

test('an app that asks for one wallet is told apart from others, and gets that one', async ({
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
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Connect wallet' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Test Wallet/ })
    .click();
  await page.getByRole('button', { name: 'Prove it' }).click();
  const boxes = page.getByRole('list', { name: 'Your proven wallets' });
  await expect(boxes.getByRole('checkbox', { checked: true })).toHaveCount(1);
  await expect(boxes.getByRole('checkbox', { checked: true })).toBeFocused();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Prove a wallet for /);
  await share(page).click();
  const { wallets } = await readClaims(page);
  expect(wallets).toHaveLength(1);

  // One that isn't theirs: said which, and the connected one is explained.
  const wanted = createWalletKey().address;
  await page.goto(`${app.url}/sign-in?wallet=${wanted}`);
  await expect(page.getByText(/asks for this wallet/)).toBeVisible();
  await expect(page.getByText(/choose that account in your wallet/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Prove it' })).toHaveCount(0);
  await app.stop();
});
