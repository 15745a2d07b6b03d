import type { LocalSupabase } from 'local-supabase/testing';
import { listWallets, walletsPerPage } from '../lib/wallets/list-wallets.ts';
import type { WalletOrder, WalletView } from '../lib/wallets/wallet-view.ts';
import { callAsServer, type Person, proveNewWallet, signUpPerson } from './testing/person.ts';
import { shareBackend } from './testing/share-backend';

jest.mock('../lib/session/request-session.ts', () => ({}));

let person: Person;
let backend: LocalSupabase;
/** Oldest first. The first one is the primary wallet. */
const wallets: { walletId: string; address: string }[] = [];
const looks: [label: string | null, walletName: string | null][] = [
  ['savings_2', 'Phantom'],
  ['Savings%', 'Solflare'],
  [null, 'Backpack'],
  ['Zebra', null],
  [null, null],
];
beforeAll(async () => {
  backend = await shareBackend();
  Object.assign(process.env, {
    ...{ SUPABASE_URL: backend.url, SUPABASE_PUBLISHABLE_KEY: backend.publishableKey },
    ...{ SUPABASE_SECRET_KEY: backend.secretKey, SOLANA_CLUSTER: 'mainnet' },
  });
  person = await signUpPerson(backend);
  for (const [label, name] of looks) {
    const wallet = await proveNewWallet(backend, person);
    wallets.push(wallet);
    const named = { ...person.bound, p_wallet_id: wallet.walletId };
    await callAsServer(backend, 'label_wallet', { ...named, p_label: label, p_device: null });
    await callAsServer(backend, 'set_wallet_appearance', { ...named, p_name: name, p_icon: null });
  }
});
afterAll(() => backend.stop());

async function listHere(page: number, view: WalletView, { bound }: Person = person) {
  const { p_user_id: id, p_session_id: sessionId } = bound;
  const listed = await listWallets({ id, sessionId, aal: 'aal2' }, page, view);
  return listed.ok ? listed : { ...listed, wallets: [] };
}

/** The wallets in the list, by their index above. */
async function find(search: string, order: WalletOrder = 'newest', page = 1) {
  const listed = await listHere(page, { search, order });
  expect(listed).toMatchObject({ total: looks.length, found: page === 1 ? listed.wallets.length : 0 });
  return listed.wallets.map(({ id }) => wallets.findIndex(({ walletId }) => walletId === id));
}

test.each([
  ['part of a label, whatever its case', 'SAVI', [0, 1]],
  ['part of a name', 'backp', [2]],
  ['a per cent sign for itself', 's%', [1]],
  ['an underline for itself', '_2', [0]],
  ['a backslash for itself', '\\', []],
  ['nothing more by what the API would take for a pattern or a condition', 'x),id.not.is.null,(', []],
  ['a star for itself', 'savi*gs', []],
])('finds %s', async (_, search, found) => expect(await find(search)).toEqual(found));

test('finds an address, whole or in part, and returns the count also on a page past the last', async () => {
  const address = wallets[3]?.address ?? '';
  expect(await find(address)).toEqual([3]);
  expect(await find(address.slice(10, 30).toLowerCase())).toEqual([3]);
  expect(await listHere(2, { search: address, order: 'name' })).toMatchObject({
    wallets: [],
    found: 0,
    total: looks.length,
  });
});

test('sorts by name, by the oldest proof, and by default with the primary one first', async () => {
  expect(await find('')).toEqual([0, 4, 3, 2, 1]);
  expect(await find('', 'oldest-proof')).toEqual([0, 1, 2, 3, 4]);
  const named = (await find('', 'name')).filter((place) => place !== 4);
  expect(named).toEqual([2, 1, 0, 3]);
});

test('shows each of many wallets of the same name on exactly one page', async () => {
  const ann = await signUpPerson(backend);
  for (let count = 0; count <= walletsPerPage; count++) {
    const { walletId } = await proveNewWallet(backend, ann);
    const given = { ...ann.bound, p_wallet_id: walletId, p_name: 'Phantom', p_icon: null };
    await callAsServer(backend, 'set_wallet_appearance', given);
    // Only ten proofs may begin in a minute.
    await callAsServer(backend, 'test_age_challenges', {
      p_user_id: ann.bound.p_user_id,
      p_age: '2 minutes',
    });
  }
  const view: WalletView = { search: 'phantom', order: 'name' };
  const pages = [await listHere(1, view, ann), await listHere(2, view, ann)].map(({ wallets: page }) => page);
  expect(pages.map((page) => page.length)).toEqual([walletsPerPage, 1]);
  expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(walletsPerPage + 1);
});
