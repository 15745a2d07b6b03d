import { createAccount, signIn } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { atPhoneWidth } from './fixtures/phone-width.ts';
import {
  callFunction,
  createWalletKey,
  openProver,
  proveWallet,
  type WalletKey,
} from './fixtures/prove-wallet.ts';
import { carrySession } from './fixtures/session-cookies.ts';
import { expect, test } from './fixtures/test.ts';

const short = ({ address }: WalletKey) => `${address.slice(0, 4)}…${address.slice(-4)}`;

test.use({ timezoneId: 'Asia/Kolkata' });

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
