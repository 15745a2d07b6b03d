import type { Page } from 'playwright/test';
import { balanceErrors } from '../lib/errors/balance.ts';
import { findFreePort } from '../scripts/stack/ports.ts';
import { type LocalChain, startChain } from '../scripts/stack/start-chain.ts';
import { startAppOnBackend } from './fixtures/app-on-backend.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { addSessionCookies } from './fixtures/session-cookies.ts';
import { expect, test } from './fixtures/test.ts';
import { chooseInMenu, connectedRow, openDialog, provenRow, readAddress } from './wallet-page.ts';

/** A chain that this test may stop. */
const runChain = (port: number) =>
  startChain({ port, siteUrl: 'http://localhost:3000', environment: process.env });

/** Airdrops lamports, given as JSON text because JavaScript numbers are not exact enough. */
async function fund(chain: LocalChain, address: string, lamports: string): Promise<void> {
  const response = await fetch(chain.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"jsonrpc":"2.0","id":1,"method":"requestAirdrop","params":["${address}",${lamports}]}`,
  });
  expect(await response.text()).toContain('"result"');
}

/** Advances the page's clock by a second at a time until a balance matches. */
async function passUntil(page: Page, text: RegExp): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(1000);
    await expect(page.getByRole('list', { name: 'Proven wallets' })).toHaveText(text, { timeout: 300 });
  }).toPass();
}

test('a balance is shown, updates live, survives an outage of the chain, and is live again @slow', async ({
  page,
  addresses,
  account,
}) => {
  const port = await findFreePort();
  let chain = await runChain(port);
  const app = await startAppOnBackend(addresses, { variables: { LOCAL_SOLANA_URL: chain.url } });
  try {
    await page.clock.install();
    await addSessionCookies(page, { ...addresses, siteUrl: app.siteUrl }, account);
    await page.goto(`${app.siteUrl}/wallets`);
    await openDialog(page);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Demo Wallet/ })
      .click();
    await expect(connectedRow(page)).toContainText('Balance: 0 SOL on localnet');
    await expect(page.getByText('proofs are for mainnet.')).toBeVisible();
    const address = await readAddress(page);

    await chooseInMenu(connectedRow(page), 'Get 1 test SOL');
    await expect(connectedRow(page)).toContainText('Balance: 1 SOL on localnet');
    await expect(page.getByText('You got 1 test SOL')).toBeVisible();
    await page.getByRole('button', { name: 'Prove it' }).click();
    const row = provenRow(page, address);
    await expect(row).toContainText('Balance: 1 SOL on localnet');
    await fund(chain, address, '9007199254740993');
    await expect(row).toContainText('Balance: 9,007,200.254740993 SOL on localnet');
    await expectNoAxeViolations(page);
    await page.setViewportSize({ width: 360, height: 740 });
    const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(widths[0]).toBe(widths[1]);

    await chain.process.stop();
    await passUntil(page, /9,007,200\.254740993 SOL on localnet as of \d/);
    await expect(page.getByText(balanceErrors['balance.unreachable'].title)).toBeVisible();
    await chooseInMenu(row, 'Get 1 test SOL');
    await expect(row.getByRole('alert')).toContainText(balanceErrors['balance.test_sol_failed'].title);
    await expectNoAxeViolations(page);

    chain = await runChain(port);
    const reopened = page.waitForEvent('websocket');
    // The previous chain's balance is gone.
    await passUntil(page, /Balance: 0 SOL on localnet(?! as of)/);
    await reopened;
    await fund(chain, address, '2000000000');
    await expect(row).toContainText('Balance: 2 SOL on localnet');
    await expect(page.getByText(balanceErrors['balance.unreachable'].title)).toHaveCount(0);

    await page.route(`${chain.url}/**`, (route) =>
      route.fulfill({ status: 429, headers: { 'access-control-allow-origin': '*' } }),
    );
    await page.reload();
    await expect(page.getByText(balanceErrors['balance.rate_limited'].title)).toBeVisible();
    await expect(row).toContainText('Balance unknown');
  } finally {
    await app.process.stop();
    await chain.process.stop();
  }
});
