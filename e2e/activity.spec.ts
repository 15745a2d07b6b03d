import { createAccount, signIn } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { atPhoneWidth, expectFitsPhone } from './fixtures/phone-width.ts';
import {
  callFunction,
  changeWallet,
  createWalletKey,
  openProver,
  proveWallet,
  publishWallet,
  type WalletKey,
} from './fixtures/prove-wallet.ts';
import { carrySession } from './fixtures/session-cookies.ts';
import { expect, test } from './fixtures/test.ts';

const short = ({ address }: WalletKey) => `${address.slice(0, 4)}…${address.slice(-4)}`;

test.use({ timezoneId: 'Asia/Kolkata' });

/** As a clock in India shows it, five and a half hours ahead of UTC. */
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

test('a long history comes in pages, each event once, and kinds from a newer version too', async ({
  page,
  addresses,
}) => {
  const account = await createAccount(addresses);
  const { userId } = await openProver(addresses, account);
  for (const [kind, count] of [
    ['wallet_proven', 1],
    ['wallet_label_changed', 123],
    ['app_allowed', 1],
    ['security_key_added', 1],
  ] as const) {
    await callFunction(addresses, 'seed_activity', { p_user_id: userId, p_kind: kind, p_count: count });
  }
  await carrySession(page, addresses, account);
  await page.goto('/activity');
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows).toHaveCount(50);
  await expect(rows.first()).toContainText('Another change to your account (security key added)');
  const places = [page.url()];
  for (const count of [50, 27]) {
    await page.getByRole('link', { name: 'Older' }).click();
    await page.waitForURL((url) => !places.includes(url.href));
    places.push(page.url());
    await expect(rows).toHaveCount(count);
  }
  await expect(rows.nth(25)).toContainText('Proved a wallet');
  await expect(rows.last()).toContainText('Created the account');
  await expect(page.getByRole('link', { name: 'Older' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Newest' }).click();
  await expect(page).toHaveURL('/activity');

  const show = page.getByRole('navigation', { name: 'Show' });
  await atPhoneWidth(page, async () => {
    const boxes = await Promise.all((await show.getByRole('link').all()).map((link) => link.boundingBox()));
    expect(new Set(boxes.map((box) => box?.y)), 'rows of the kinds, on a phone').toHaveProperty('size', 1);
  });
  await show.getByRole('link', { name: 'Security' }).click();
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('security key added');
  await show.getByRole('link', { name: 'Wallets' }).click();
  await expect(show.getByRole('link', { name: 'Wallets' })).toHaveAttribute('aria-current', 'true');
  await expect(rows.first()).toContainText('Changed the label');
  await page.getByRole('link', { name: 'Older' }).click();
  await expect(page).toHaveURL(/\?show=wallets&before=\d+$/);
  await expect(rows).toHaveCount(50);
  await show.getByRole('link', { name: 'Apps' }).click();
  await expect(rows).toHaveCount(1);
  await show.getByRole('link', { name: 'Sign-ins' }).click();
  await expect(page.getByText('No sign-ins yet.')).toBeVisible();
  await expectNoAxeViolations(page);
});

test('an account without events says so, and a mangled page shows the newest', async ({
  page,
  account,
  addresses,
}) => {
  await carrySession(page, addresses, account);
  await page.goto('/activity');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText(/^Created the account/);
  await expectNoAxeViolations(page);
  await page.goto('/activity?before=1');
  await expect(page.getByText('There is nothing older.')).toBeVisible();
  const key = createWalletKey();
  await proveWallet(addresses, await openProver(addresses, account), key);
  for (const before of ['x', '-1', '0', '1e9', '1%20or%201=1', '99999999999999999999', '1&before=2', '%00']) {
    await page.goto(`/activity?before=${before}`);
    await expect(page.getByText(`Proved ${short(key)}`, { exact: true })).toBeVisible();
  }
});

test('nobody sees the activity of somebody else, and the signed-out are sent to sign in', async ({
  page,
  account,
  addresses,
}) => {
  await page.goto('/activity');
  await expect(page).toHaveURL('/sign-in?next=%2Factivity');
  const key = createWalletKey();
  const someone = await openProver(addresses, await createAccount(addresses));
  await proveWallet(addresses, someone, key);
  await signIn(page, account);
  await page.goto('/activity?before=999999999');
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible();
  expect(await page.content()).not.toContain(short(key));
});
