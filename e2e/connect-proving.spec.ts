import type { Page } from 'playwright/test';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { share, tooSoon } from './fixtures/consent-page.ts';
import type { Mailbox } from './fixtures/mailbox.ts';
import { expectFitsPhone } from './fixtures/phone-width.ts';
import { openProver } from './fixtures/prove-wallet.ts';
import { startRelyingApp } from './fixtures/relying-app.ts';
import { show } from './fixtures/show-in-tour.ts';
import { expect, test } from './fixtures/test.ts';
import { installTestWallet } from './test-wallet.ts';
import { chooseWallet, connectedRow, openDialog, provenRow } from './wallet-page.ts';

const boxes = (page: Page) => page.getByRole('list', { name: 'Your proven wallets' }).getByRole('checkbox');
const askedOf = (page: Page) => page.evaluate(() => window.testWallets['Test Wallet']?.asked.length);
const answer = (page: Page, as: 'sign' | 'hold' | 'decline' | 'other-key') =>
  page.evaluate((signing) => window.testWallets['Test Wallet']?.changeSigning(signing), as);

/** Counts what the person presses, Enter included, on every page of this site. */
async function countPresses(page: Page): Promise<{ count: number }> {
  const pressed = { count: 0 };
  await page.exposeFunction('notePress', () => {
    pressed.count += 1;
  });
  await page.addInitScript(() => {
    const { notePress } = window as unknown as { notePress(): void };
    addEventListener('click', ({ isTrusted }) => isTrusted && notePress(), true);
  });
  return pressed;
}

/** Makes an account on the sign-in page that is open, by the code in its email. */
async function enterAsNewcomer(page: Page, mailbox: Mailbox): Promise<void> {
  const email = `new-${crypto.randomUUID()}@example.com`;
  await page.getByLabel('Email').pressSequentially(email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  const { code } = await mailbox.newestTo(email);
  await page.getByLabel('Code').fill(code ?? '');
}

test('a person without an account shares a wallet with an app by at most five presses and a code', async ({
  page,
  context,
  account,
  addresses,
  mailbox,
  consoleErrors,
}) => {
  const owner = await openProver(addresses, account);
  const reviewed = await startRelyingApp(addresses, { scope: 'openid wallets' });
  const unreviewed = await startRelyingApp(addresses, { scope: 'openid wallets', owner, name: 'Bank' });
  await installTestWallet(page);
  const pressed = await countPresses(page);
  const arrive = async (at: string) => {
    await context.clearCookies();
    await page.goto(at);
    await page.evaluate(() => localStorage.clear());
    pressed.count = 0;
    await enterAsNewcomer(page, mailbox);
  };
  const shareOne = async (presses: number) => {
    await share(page).click();
    await expect(page.locator('#claims')).toContainText('"address"');
    expect(pressed.count).toBe(presses);
    expect(presses).toBeLessThanOrEqual(5);
  };

  await test.step('a reviewed app that asks for a wallet: it comes ticked', async () => {
    await arrive(`${reviewed.url}/sign-in?wallet=any`);
    await openDialog(page);
    await chooseWallet(page);
    await expect(boxes(page)).toBeChecked();
    await shareOne(4);
  });
  await test.step('with a wallet that has no window of its own', async () => {
    await arrive(`${reviewed.url}/sign-in`);
    await openDialog(page);
    await chooseWallet(page, 'Demo Wallet');
    await page.getByRole('dialog').getByRole('button', { name: 'Prove it' }).click();
    await expect(boxes(page)).toBeChecked();
    await shareOne(5);
  });
  await test.step('an app that nobody reviewed: the person ticks it', async () => {
    await arrive(`${unreviewed.url}/sign-in?wallet=any`);
    await openDialog(page);
    await chooseWallet(page);
    await expect(boxes(page)).toBeFocused();
    await expect(boxes(page)).not.toBeChecked();
    await boxes(page).check();
    await shareOne(5);
  });
  await test.step('on this site: a proven wallet', async () => {
    await arrive('/sign-in');
    await openDialog(page);
    await chooseWallet(page);
    await page.getByRole('button', { name: 'Prove it' }).click();
    await expect(provenRow(page, '')).toBeVisible();
    expect(pressed.count).toBe(4);
  });
  expect(consoleErrors).toEqual([]);
  await Promise.all([reviewed, unreviewed].map((app) => app.stop()));
});

test('a wallet chosen for an app signs in the same dialog, by a press alone, and stays connected whatever comes of it @phone @tour', async ({
  page,
  member: _,
  addresses,
}) => {
  const app = await startRelyingApp(addresses, { scope: 'openid wallets' });
  await installTestWallet(page, { signing: 'hold' });
  await page.goto(`${app.url}/sign-in`);
  const dialog = page.getByRole('dialog');
  const choose = async () => {
    await page.getByRole('button', { name: /^(Connect wallet|Prove another wallet)$/ }).click();
    await chooseWallet(page);
  };
  const expectConnectedOnly = async () => {
    await expect(connectedRow(page)).toContainText('Connected, not proven');
    await expect(dialog).toBeHidden();
    await expect(boxes(page)).toHaveCount(0);
  };

  await test.step('it says so before the choice, and a double click asks once', async () => {
    await openDialog(page);
    await expect(dialog.getByText('you then sign one statement')).toBeVisible();
    await show(page, 'connect-choose-wallet');
    await dialog.getByRole('button', { name: /^Test Wallet/ }).dblclick();
    await expect(dialog).toHaveAccessibleName(/^Prove /);
    await expect(dialog.getByRole('status')).toHaveText('Waiting for Test Wallet.');
    await expect(dialog.getByRole('region', { name: 'The statement to sign' })).toContainText('Nonce: ');
    // Behind the dialog, nothing offers the same.
    await expect(page.getByRole('button', { name: 'Prove it' })).toHaveCount(0);
    expect(await askedOf(page)).toBe(1);
    await show(page, 'connect-signing');
    await expectNoAxeViolations(page);
    await expectFitsPhone(page);
  });
  await test.step('a reload meanwhile asks nothing of it', async () => {
    await page.reload();
    await expectConnectedOnly();
    expect(await askedOf(page)).toBe(0);
  });
  await test.step('closed meanwhile, the signature counts for nothing', async () => {
    await page.getByRole('button', { name: 'Prove it' }).click();
    await expect(dialog.getByRole('status')).toHaveText('Waiting for Test Wallet.');
    await page.keyboard.press('Escape');
    await page.evaluate(() => window.testWallets['Test Wallet']?.answer());
    await expectConnectedOnly();
    await page.reload();
    await expectConnectedOnly();
  });
  await test.step('another account selected meanwhile ends it, and is not asked', async () => {
    await choose();
    await expect(dialog.getByRole('status')).toHaveText('Waiting for Test Wallet.');
    await page.evaluate(() => window.testWallets['Test Wallet']?.switchAccount());
    await expect(dialog.getByText('The statement is for')).toBeVisible();
    await dialog.getByRole('button', { name: 'Not now' }).click();
    await expectConnectedOnly();
    await expect(page.getByRole('button', { name: 'Prove it' })).toBeFocused();
    await page.evaluate(() => window.testWallets['Test Wallet']?.switchAccount());
    await expectConnectedOnly();
    expect(await askedOf(page)).toBe(1);
  });
  await test.step('a signature by another account proves nothing', async () => {
    await answer(page, 'other-key');
    await choose();
    await expect(dialog).toHaveAccessibleName("That signature doesn't match the statement.");
    await page.keyboard.press('Escape');
    await expectConnectedOnly();
  });
  await test.step('refused, it takes one press to ask again', async () => {
    await answer(page, 'decline');
    await choose();
    await expect(dialog).toHaveAccessibleName('You declined. Nothing changed.');
    await show(page, 'connect-signing-refused');
    await answer(page, 'sign');
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect(dialog).toBeHidden();
    await expect(boxes(page)).toBeChecked();
    await expect(boxes(page)).toBeFocused();
  });
  await test.step('proven, it only connects', async () => {
    const asked = await askedOf(page);
    await choose();
    await expect(dialog).toBeHidden();
    expect(await askedOf(page)).toBe(asked);
    await page.evaluate(() => localStorage.removeItem('countersign.wallet'));
    await page.reload();
    await choose();
    await expect(boxes(page)).toBeFocused();
    expect(await askedOf(page)).toBe(0);
  });
  await app.stop();
});

test('a wallet without a window of its own signs nothing that its person has not seen and pressed for, and no press is left for sharing @phone @tour', async ({
  page,
  member: _,
  addresses,
}) => {
  const app = await startRelyingApp(addresses, { scope: 'openid wallets' });
  await page.goto(`${app.url}/sign-in`);
  await openDialog(page);
  await chooseWallet(page, 'Demo Wallet');
  const press = page.getByRole('dialog').getByRole('button', { name: 'Prove it' });
  await press.hover();
  await expect(page.getByRole('region', { name: 'The statement to sign' })).toContainText('Nonce: ');
  await show(page, 'connect-demo-wallet');
  await expectFitsPhone(page);
  // The second click of the double click that chose it.
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await expect(press).toBeVisible();
  await expect(boxes(page)).toHaveCount(0);
  // A press that falls through the dialog as it closes.
  await expect(share(page)).toHaveAttribute('aria-disabled', 'false');
  await page.evaluate(() =>
    document.querySelector('dialog[open]')?.addEventListener('close', () => {
      const named = [...document.querySelectorAll<HTMLElement>('[data-held]')];
      named.find(({ textContent }) => /Continue without|Share and/.test(textContent ?? ''))?.click();
    }),
  );
  await press.click();
  await expect(page.getByText(tooSoon).or(page.locator('#claims'))).toBeVisible();
  await expect(boxes(page)).toBeChecked();
  await app.stop();
});
