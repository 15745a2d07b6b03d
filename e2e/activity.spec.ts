import { callAuth, callFunction, createAccount, signIn } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { openHttpClient } from './fixtures/http-client.ts';
import { atPhoneWidth, expectFitsPhone } from './fixtures/phone-width.ts';
import {
  changeWallet,
  createWalletKey,
  openProver,
  proveWallet,
  publishWallet,
  type WalletKey,
} from './fixtures/prove-wallet.ts';
import { readItems, readLink, readWords } from './fixtures/read-html.ts';
import { openScriptlessBrowser } from './fixtures/scriptless-browser.ts';
import { show } from './fixtures/show-in-tour.ts';
import { openSignedInBrowser, openSignedInClient } from './fixtures/signed-in-client.ts';
import { expect, test } from './fixtures/test.ts';

const short = ({ address }: WalletKey) => `${address.slice(0, 4)}…${address.slice(-4)}`;

test('a long history is paged, shows each event once, and includes kinds of a newer version', async ({
  account,
  addresses,
}) => {
  const { userId } = await openProver(addresses, account);
  for (const [kind, count] of [
    ['wallet_proven', 1],
    ['wallet_label_changed', 123],
    ['app_allowed', 1],
    ['security_key_added', 1],
  ] as const) {
    await callFunction(addresses, 'seed_activity', { p_user_id: userId, p_kind: kind, p_count: count });
  }
  const owner = await openSignedInBrowser(addresses, account);
  const rows = () => readItems(owner.answer().text);
  await owner.open('/activity');
  expect(rows()).toHaveLength(50);
  expect(rows()[0]).toContain('Another change to your account (security key added)');
  const places = [owner.place()];
  for (const count of [50, 27]) {
    await owner.follow('Older');
    expect(rows()).toHaveLength(count);
    expect(places).not.toContain(owner.place());
    places.push(owner.place());
  }
  expect(rows()[25]).toContain('Proved a wallet');
  expect(rows()[26]).toContain('Created the account');
  expect(() => readLink(owner.answer().text, 'Older')).toThrow();
  await owner.follow('Newest');
  expect(owner.place()).toBe('/activity');

  // The filter's name is its page's.
  const show = (filter: string) => owner.open(`/activity?show=${filter}`);
  for (const filter of ['sign-ins', 'wallets', 'apps', 'security'])
    expect(owner.answer().text).toContain(`href="/activity?show=${filter}"`);
  await show('security');
  expect(rows()).toHaveLength(2);
  expect(rows()[0]).toContain('security key added');
  await show('wallets');
  expect(owner.answer().text).toMatch(/<a [^>]*aria-current="true"[^>]*>Wallets</);
  expect(rows()[0]).toContain('Changed the label');
  await owner.follow('Older');
  expect(owner.place()).toMatch(/\?show=wallets&before=\d+$/);
  expect(rows()).toHaveLength(50);
  await show('apps');
  expect(rows()).toHaveLength(1);
  await show('sign-ins');
  expect(owner.words()).toContain('No sign-ins yet.');

  // Days filter too, page by page, and each page keeps them.
  const [day, past] = [new Date().toISOString().slice(0, 10), 'from=2020-01-01&to=2020-01-31'];
  await owner.open(`/activity?from=${day}&show=wallets`);
  await owner.follow('Older');
  expect(owner.place()).toMatch(new RegExp(`\\?show=wallets&from=${day}&before=\\d+$`));
  expect(rows()).toHaveLength(50);
  await owner.open(`/activity?${past}`);
  expect([rows(), owner.words()]).toEqual([[], expect.stringContaining('Nothing on these days.')]);
  const later = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10);
  await owner.open(`/activity?from=${later}`);
  expect(rows()).toEqual([]);
  await owner.follow('Show all activity');
  expect([owner.place(), rows().length]).toEqual(['/activity', 50]);
});

test('an account without events says so, and a malformed page parameter shows the newest', async ({
  account,
  addresses,
}) => {
  const owner = await openSignedInClient(addresses, account);
  const read = async (query = '') => readItems((await owner.get(`/activity${query}`)).text);
  expect(await read()).toEqual([expect.stringMatching(/^Created the account/)]);
  expect(readWords((await owner.get('/activity?before=1')).text)).toContain('There is nothing older.');
  const key = createWalletKey();
  await proveWallet(addresses, await openProver(addresses, account), key);
  const malformed =
    'x -1 0 1e9 1%20or%201=1 99999999999999999999 1&before=2 %00 x&zone=Mars%2FBase&from=2026-02-30';
  for (const before of malformed.split(' '))
    expect([before, (await read(`?before=${before}`))[0]]).toEqual([
      before,
      expect.stringContaining(`Proved ${short(key)}`),
    ]);
});

test("one account can't see another's activity, and signed-out visitors are sent to sign in", async ({
  account,
  addresses,
}) => {
  const { status, headers } = await openHttpClient(addresses.siteUrl).get('/activity');
  expect([status, headers.location]).toEqual([307, '/sign-in?next=%2Factivity']);
  const key = createWalletKey();
  const someone = await openProver(addresses, await createAccount(addresses));
  await proveWallet(addresses, someone, key);
  const other = await openSignedInClient(addresses, account);
  const { text } = await other.get('/activity?before=999999999');
  expect(text).toContain('<h1>Activity</h1>');
  expect(text).not.toContain(short(key));
  expect(text).not.toContain(key.address);
});

test('an entry leads to what ends it, only for its owner, and a malformed one to ending every session', async ({
  account,
  addresses,
}) => {
  const owner = openScriptlessBrowser(addresses.siteUrl);
  await owner.open('/sign-in');
  await owner.signIn(account);
  const thief = openHttpClient(addresses.siteUrl);
  await thief.signIn(account);
  await owner.open('/activity?show=sign-ins');
  await owner.follow("This wasn't me");
  const entry = owner.place();
  expect(entry).toMatch(/^\/activity\/not-me\?entry=\d+$/);
  expect(owner.words()).toMatch(/Signed in with the password.*Session Another session.*New password/);
  expect(owner.words()).toMatch(/End the session that did it.*They know your password/);
  const stranger = await openSignedInClient(addresses, await createAccount(addresses));
  for (const path of [
    entry,
    ...['x', '1e9', '%00', '9'.repeat(15), '1&entry=2'].map((id) => `/activity/not-me?entry=${id}`),
  ]) {
    const { status, text } = await stranger.get(path);
    expect([path, status, text.includes('Signed in with')]).toEqual([path, 200, false]);
    expect(readWords(text)).toContain('First end every other session.');
  }
  await owner.press('End the session that did it');
  expect(owner.place()).toBe(`${entry}&done=session`);
  expect(owner.words()).toMatch(/That session has ended.*They know your password.*New password/);
  expect((await thief.get('/wallets')).headers.location).toContain('/sign-in');
  await owner.open(entry);
  expect(owner.words()).toContain('Session Ended');
  expect(owner.answer().text).not.toContain('End the session that did it');
  await owner.press('End every other session');
  expect(owner.place()).toBe(`${entry}&done=1`);
  expect(owner.words()).toMatch(/Every other session has ended.*They know your password.*New password/);

  // A session that ended at Auth is no other session to end.
  await thief.signIn(account);
  await owner.open('/activity?show=sign-ins');
  expect(owner.words()).toContain('Session Another session');
  const tokens = await callAuth(addresses, 'token?grant_type=password', account);
  await fetch(`${addresses.supabaseUrl}/auth/v1/logout?scope=global`, {
    method: 'POST',
    headers: { apikey: addresses.publishableKey, authorization: `Bearer ${tokens.access_token}` },
  });
  const { text } = await (await openSignedInClient(addresses, account)).get('/activity?show=sign-ins');
  expect(readWords(text)).not.toContain('Another session');
});

function writeIndianTime(at: string): string {
  const text = new Date(Date.parse(at) + 5.5 * 3_600_000).toUTCString();
  return `${Number(text.slice(5, 7))} ${text.slice(8, 16)}, ${text.slice(17, 22)}`;
}

test.describe('in India @slow', () => {
  test.use({ timezoneId: 'Asia/Kolkata' });

  test('every event of a wallet is listed, newest first, with its time and device @tour', async ({
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
      await expect(row.locator('summary time')).toHaveAttribute('datetime', /^\d{4}-\d\d-\d\dT/);
    }
    const time = rows.first().locator('summary time');
    const indian = writeIndianTime((await time.getAttribute('datetime')) ?? '');
    await expect(time).toHaveAttribute('title', indian);
    await expect(time).toHaveText(new RegExp(`^(just now|1 minute ago), ${indian.split(', ')[1]}$`));
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(/^(Today|Yesterday)$/);
    await expect(rows.nth(1)).toContainText('Firefox on Linux');
    await expect(rows.nth(10)).toContainText('Safari on iPhone');
    await expect(rows.nth(3)).not.toContainText(' on Linux');
    await show(page, 'activity-wallets');

    const whole = rows.nth(10).getByText(kept.address, { exact: true });
    await expect(whole).toBeHidden();
    await rows
      .nth(10)
      .getByText(words[10] ?? '', { exact: true })
      .click();
    await expect(whole).toBeVisible();
    await expect(rows.nth(10).locator('dl time')).toHaveText(/^\d+ \w+ \d{4}, \d\d:\d\d:\d\d$/);
    await expectNoAxeViolations(page);
    await expectFitsPhone(page);
    await expect(page.getByRole('link', { name: 'Older' })).toHaveCount(0);
    expect(consoleErrors).toEqual([]);
  });
});
