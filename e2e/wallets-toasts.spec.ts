import type { Page } from 'playwright/test';
import { waitForHydration } from './fixtures/hydration.ts';
import { expect, test } from './fixtures/test.ts';
import { openLabel, openWallets, provenRow, proveWallet } from './wallet-page.ts';

function toast(page: Page, text: string) {
  return page.getByRole('status').filter({ hasText: text });
}

/** Dispatches the success events of the page, one after the other. */
async function succeed(page: Page, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    await page.evaluate(
      (detail) => dispatchEvent(new CustomEvent('countersign:success', { detail: { text: detail } })),
      text,
    );
    await expect(toast(page, text)).toBeVisible();
  }
}

/** Shows toasts with Undo, and so with a bar. */
async function offerUndo(page: Page, ...texts: string[]): Promise<void> {
  await waitForHydration(page);
  for (const text of texts) {
    await page.evaluate((shown) => {
      const detail = { text: shown, undo: async () => ({ text: 'Undone' }) };
      dispatchEvent(new CustomEvent('countersign:success', { detail }));
    }, text);
  }
}

test('shows a toast 4000 ms, at most 3 at a time @slow', async ({ page, member: _member }) => {
  await page.clock.install();
  await openWallets(page, { name: 'Test Wallet' });
  const row = provenRow(page, await proveWallet(page));
  await page.clock.runFor(10_000);
  await openLabel(row);
  await row.getByRole('textbox', { name: 'Label' }).fill('Savings');
  await row.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Label saved')).toBeVisible();

  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.clock.runFor(1000);
  await succeed(page, 'First', 'Second', 'Third');
  await page.clock.runFor(500);
  await succeed(page, 'Fourth');
  await page.clock.runFor(1500);
  await expect(toast(page, 'First')).toHaveCount(0);
  for (const text of ['Second', 'Third', 'Fourth']) await expect(toast(page, text)).toBeVisible();
  await page.clock.runFor(1900);
  await expect(toast(page, 'Fourth')).toBeVisible();
  await page.clock.runFor(2000);
  for (const text of ['Second', 'Third', 'Fourth']) await expect(toast(page, text)).toHaveCount(0);
});

test("each toast's bar pauses with its time, whichever toast the pointer is on @slow", async ({
  page,
  member: _member,
}) => {
  await openWallets(page, { name: 'Test Wallet' });
  await offerUndo(page, 'First', 'Second');
  const bars = page.locator('.time-left');
  await expect(bars).toHaveCount(2);
  await toast(page, 'Second').hover();
  const states = () => bars.evaluateAll((all) => all.map((bar) => getComputedStyle(bar).animationPlayState));
  await expect.poll(states).toEqual(['paused', 'paused']);
  await page.mouse.move(0, 0);
  await expect.poll(states).toEqual(['running', 'running']);
});

test('a focused toast stays, and then 4000 ms, as its bar does @slow', async ({ page, member: _member }) => {
  await page.clock.install();
  await openWallets(page, { name: 'Test Wallet' });
  await offerUndo(page, 'First');
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.focus();
  await page.clock.fastForward(3_600_000);
  await undo.blur();
  await page.clock.runFor(1000);
  await expect(undo).toBeVisible();
  await page.clock.runFor(4000);
  await expect(undo).toHaveCount(0);
});

test('shows toasts 356 px wide, 328 px on a phone @phone @slow', async ({ page, member: _member }) => {
  const isPhone = page.viewportSize()?.width === 360;
  await openWallets(page, { name: 'Test Wallet' });
  const row = provenRow(page, await proveWallet(page));
  await row.getByRole('button', { name: /^Share proof/ }).click();
  const sheet = page.getByRole('dialog', { name: /^(Share this proof|This proof is public)$/ });
  await sheet.getByRole('button', { name: 'Copy link' }).click();
  await expect(sheet.getByRole('button', { name: 'Stop sharing' })).toBeVisible();
  await page.keyboard.press('Escape');
  const shared = toast(page, 'The proof is public now');
  // The layout width, because the toast scales while it appears.
  const width = await shared.evaluate((message) => message.parentElement?.offsetWidth);
  expect(width).toBe(isPhone ? 328 : 356);

  // The toast covers none of the next buttons, and these wrap no text beside them.
  const next = [/^Copy link/, /^Disconnect/, /^More for/].map((name) => row.getByRole('button', { name }));
  const [over, ...under] = await Promise.all([shared, ...next].map((one) => one.boundingBox()));
  for (const box of under)
    expect(box && over && (box.y >= over.y + over.height || box.y + box.height <= over.y)).toBe(true);
  const status = row
    .locator('span')
    .filter({ hasText: /^Proven \d/ })
    .first();
  if (!isPhone) await expect(status).toHaveCSS('height', '18px');
});
