import { expectNoAxeViolations } from './fixtures/axe.ts';
import { createPhone } from './fixtures/phone.ts';
import { runOnPhone, setAppsOnDevice } from './fixtures/reach-phone.ts';
import { expect, test } from './fixtures/test.ts';
import { connectedRow, openDialog, provenRow, readAddress } from './wallet-page.ts';

test('is not offered where no reflector is configured', async ({ page, member: _member }) => {
  await page.goto('/wallets');
  const dialog = await openDialog(page);
  await dialog.getByRole('button', { name: 'More options' }).click();
  await expect(dialog.getByRole('link', { name: /Phantom.*Install/ })).toBeVisible();
  await expect(dialog.getByText('Wallet on a phone')).toHaveCount(0);
});

test.describe('on an Android phone', () => {
  test.use({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    userAgent:
      'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
  });

  test("asks for the permission, opens the phone's own wallet app, and proves", async ({
    page,
    member: _member,
  }) => {
    const phone = createPhone();
    const { links } = await runOnPhone(page, phone);
    await setAppsOnDevice(page, 'prompt');
    await page.goto('/wallets');
    await openDialog(page);
    await expectNoAxeViolations(page);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Wallet app.*Opens the app/ })
      .click();
    const asking = page.getByRole('dialog', { name: 'Allow this page to reach your wallet' });
    await expect(asking).toBeVisible();
    await expectNoAxeViolations(page);
    await asking.getByRole('button', { name: 'Continue' }).click();
    const opening = page.getByRole('dialog', { name: 'Open your wallet app' });
    await expect(opening).toBeVisible();
    await expectNoAxeViolations(page);
    expect(links).toEqual([]);
    await opening.getByRole('button', { name: 'Open the wallet app' }).click();
    await expect(connectedRow(page)).toBeVisible();
    expect(await readAddress(page)).toBe(phone.address);

    await page.getByRole('button', { name: 'Prove it' }).click();
    await expect(provenRow(page, phone.address)).toBeVisible();
    expect(links).toHaveLength(2);
    expect(phone.asked).toEqual(['authorize', 'authorize', 'sign_messages']);
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(kept).not.toContain('SECRET-TOKEN');
  });
});
