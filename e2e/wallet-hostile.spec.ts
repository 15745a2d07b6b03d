import { expect } from 'playwright/test';
import { connectNextWallet, openDialog, openWallets, test } from './wallet-page.ts';

const icons: [string, string][] = [
  ['a tracking address', 'https://tracker.example/icon.png'],
  ['a page', 'data:text/html,<script>alert(1)</script>'],
  ['a script', 'javascript:alert(1)'],
];
const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="top.ran=1"><script>top.ran=1</script></svg>';

test('never loads an icon that is no picture of its own, and runs no script inside one', async ({
  page,
  consoleErrors,
}) => {
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('tracker')) elsewhere.push(request.url());
  });
  await openWallets(page, ...icons.map(([, icon], index) => ({ icon, name: `Wallet ${index}` })), {
    icon: `data:image/svg+xml,${encodeURIComponent(svg)}`,
  });
  const dialog = await openDialog(page);
  const image = dialog.getByRole('button', { name: /^Test Wallet/ }).locator('img');
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.complete)).toBe(true);
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  for (const [index, [what]] of icons.entries())
    await expect(dialog.getByRole('button', { name: `Wallet ${index}` }).locator('img'), what).toHaveCount(0);
  await page.keyboard.press('Escape');
  for (const [index, [what]] of icons.entries()) {
    await test.step(`never loads an icon that is ${what}`, async () => {
      const row = await connectNextWallet(page, `Wallet ${index}`);
      await expect(row.locator('img')).toHaveCount(0);
    });
  }
  expect(elsewhere).toEqual([]);
  expect(consoleErrors).toEqual([]);
});
