import { createAccount } from './fixtures/account.ts';
import {
  callFunction,
  createWalletKey,
  openProver,
  proveWallet,
  type WalletKey,
} from './fixtures/prove-wallet.ts';
import { readItems, readLink, readWords } from './fixtures/read-html.ts';
import { openSignedInVisitor, openSignedInWalker } from './fixtures/signed-in-visitor.ts';
import { expect, test } from './fixtures/test.ts';
import { openVisitor } from './fixtures/visitor.ts';

const short = ({ address }: WalletKey) => `${address.slice(0, 4)}…${address.slice(-4)}`;

test('a long history comes in pages, each event once, and kinds from a newer version too', async ({
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
  const owner = await openSignedInWalker(addresses, account);
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

  // The first of that name leads to the page of that name.
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
});

test('an account without events says so, and a mangled page shows the newest', async ({
  account,
  addresses,
}) => {
  const owner = await openSignedInVisitor(addresses, account);
  const read = async (query = '') => readItems((await owner.get(`/activity${query}`)).text);
  expect(await read()).toEqual([expect.stringMatching(/^Created the account/)]);
  expect(readWords((await owner.get('/activity?before=1')).text)).toContain('There is nothing older.');
  const key = createWalletKey();
  await proveWallet(addresses, await openProver(addresses, account), key);
  for (const before of ['x', '-1', '0', '1e9', '1%20or%201=1', '99999999999999999999', '1&before=2', '%00'])
    expect([before, (await read(`?before=${before}`))[0]]).toEqual([
      before,
      expect.stringContaining(`Proved ${short(key)}`),
    ]);
});

test('nobody sees the activity of somebody else, and the signed-out are sent to sign in', async ({
  account,
  addresses,
}) => {
  const { status, headers } = await openVisitor(addresses.siteUrl).get('/activity');
  expect([status, headers.location]).toEqual([307, '/sign-in?next=%2Factivity']);
  const key = createWalletKey();
  const someone = await openProver(addresses, await createAccount(addresses));
  await proveWallet(addresses, someone, key);
  const other = await openSignedInVisitor(addresses, account);
  const { text } = await other.get('/activity?before=999999999');
  expect(text).toContain('<h1>Activity</h1>');
  expect(text).not.toContain(short(key));
  expect(text).not.toContain(key.address);
});
