import { createAccount, signIn } from '../fixtures/account.ts';
import { expectNoAxeViolations } from '../fixtures/axe.ts';
import { atPhoneWidth, expectFitsPhone } from '../fixtures/phone-width.ts';
import {
  changeWallet,
  createWalletKey,
  openProver,
  proveWallet,
  publishWallet,
  type WalletKey,
} from '../fixtures/prove-wallet.ts';
import { expect, test } from '../fixtures/test.ts';

const short = ({ address }: WalletKey) => `${address.slice(0, 4)}…${address.slice(-4)}`;

test.use({ timezoneId: 'Asia/Kolkata' });

function writeIndianTime(at: string): string {
  const text = new Date(Date.parse(at) + 5.5 * 3_600_000).toUTCString();
  return `${Number(text.slice(5, 7))} ${text.slice(8, 16)}, ${text.slice(17, 22)}`;
}

test('everything that happens to a wallet is listed, newest first, with its time and device', async ({
  page,
  account,
  addresses,
  consoleErrors,
}) => {
  const prover = await openProver(addresses, account);
  const [kept, taken] = [createWalletKey(), createWalletKey()];
  const { walletId } = await proveWallet(addresses, prover, kept, { device: 'Safari on iPhone' });
  const { walletId: takenId } = await proveWallet(addresses, prover, taken);
  await proveWallet(addresses, prover, kept);
  await publishWallet(addresses, prover, walletId);
  await changeWallet(addresses, prover, 'publish_wallet', walletId, { p_is_public: false });
  await changeWallet(addresses, prover, 'label_wallet', walletId, { p_label: 'Savings' });
  await changeWallet(addresses, prover, 'make_wallet_primary', takenId);
  const other = await openProver(addresses, await createAccount(addresses));
  await proveWallet(addresses, other, taken, { purpose: 'move' });
  await proveWallet(addresses, prover, taken, { purpose: 'move' });
  await changeWallet(addresses, prover, 'remove_wallet', walletId);

  await signIn(page, account);
  await page.evaluate(() => document.fonts.ready);
  const place = () => page.getByRole('link', { name: 'Account' }).boundingBox();
  const before = await place();
  await page.getByRole('link', { name: 'Activity' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible();
  expect(await place()).toEqual(before);
  await expect(page.getByRole('link', { name: 'Activity' })).toHaveAttribute('aria-current', 'page');
  const kinds = page.getByRole('navigation', { name: 'Show' }).getByRole('link');
  await atPhoneWidth(page, async () => {
    const boxes = await Promise.all((await kinds.all()).map((link) => link.boundingBox()));
    expect(new Set(boxes.map((box) => box?.y)), 'rows of the kinds, on a phone').toHaveProperty('size', 1);
  });
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows).toHaveCount(12);
  const words = [
    'Signed in with the password',
    `Removed ${short(kept)}`,
    `Moved ${short(taken)} here from another account`,
    `${short(taken)} was moved to another account`,
    `Made ${short(taken)} the primary wallet`,
    `Changed the label of ${short(kept)} to “Savings”`,
    `Made the proof of ${short(kept)} private`,
    `Made the proof of ${short(kept)} public`,
    `Proved ${short(kept)} again`,
    `Proved ${short(taken)}`,
    `Proved ${short(kept)}`,
    'Created the account',
  ];
  for (const [place, sentence] of words.entries()) {
    const row = rows.nth(place);
    await expect(row.getByText(sentence, { exact: true })).toBeVisible();
    await expect(row.locator('time')).toHaveAttribute('datetime', /^\d{4}-\d\d-\d\dT/);
  }
  const time = rows.first().locator('time');
  const indian = writeIndianTime((await time.getAttribute('datetime')) ?? '');
  await expect(time).toHaveAttribute('title', indian);
  await expect(time).toHaveText(new RegExp(`^(just now|1 minute ago), ${indian.split(', ')[1]}$`));
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(/^(Today|Yesterday)$/);
  await expect(rows.nth(1)).toContainText('Firefox on Linux');
  await expect(rows.nth(10)).toContainText('Safari on iPhone');
  await expect(rows.nth(3)).not.toContainText(' on Linux');

  const whole = rows.nth(10).getByText(kept.address, { exact: true });
  await expect(whole).toBeHidden();
  await rows
    .nth(10)
    .getByText(words[10] ?? '', { exact: true })
    .click();
  await expect(whole).toBeVisible();
  await expectNoAxeViolations(page);
  await expectFitsPhone(page);
  await expect(page.getByRole('link', { name: 'Older' })).toHaveCount(0);
  expect(consoleErrors).toEqual([]);
});
