import { randomUUID } from 'node:crypto';
import { makePng } from '../lib/testing/make-png.ts';
import { accepted, callAsServer, type Person, proveNewWallet, signUpPerson } from './testing/person.ts';
import { sharedBackend } from './testing/share-backend';

const icon = makePng().toString('base64');
const backend = sharedBackend();
let ann: Person;
let walletId: string;
beforeAll(async () => {
  ann = await signUpPerson(backend);
  walletId = (await proveNewWallet(backend, ann)).walletId;
});

function keep(person: Person, id: string, look: { p_name?: string | null; p_icon?: string | null } = {}) {
  return callAsServer(backend, 'set_wallet_appearance', {
    ...person.bound,
    p_wallet_id: id,
    p_name: 'Phantom',
    p_icon: icon,
    ...look,
  });
}

async function readAppearance(table: 'live_wallets' | 'wallets' = 'live_wallets', id = walletId) {
  const { data } = await ann.client.from(table).select('wallet_name,wallet_icon').eq('id', id);
  return data?.[0];
}

const kept = { wallet_name: 'Phantom', wallet_icon: icon };

test('stores the name and icon of a wallet for its owner, and replaces them with newer ones', async () => {
  expect((await keep(ann, walletId, { p_name: 'Solflare', p_icon: null })).refusal).toBeNull();
  expect(await readAppearance()).toEqual({ wallet_name: 'Solflare', wallet_icon: null });
  expect((await keep(ann, walletId)).refusal).toBeNull();
  expect(await readAppearance()).toEqual(kept);
});

test('changes no wallet of another account, and none for an ended session', async () => {
  await keep(ann, walletId);
  const bob = await signUpPerson(backend);
  for (const id of [walletId, randomUUID()])
    expect((await keep(bob, id, { p_name: 'Mallory' })).refusal).toBe('404 wallet.unknown');
  await bob.client.auth.signOut();
  expect((await keep(bob, walletId, { p_name: 'Mallory' })).refusal).toBe('401 auth.signed_out');
  expect(await readAppearance()).toEqual(kept);
});

const encode = (bytes: string) => Buffer.from(bytes).toString('base64');
test.each([
  ['a name with a mark that turns the text around it', { p_name: 'safe\u202etellaw' }],
  ['a name of 41 characters', { p_name: 'W'.repeat(41) }],
  ['an empty name', { p_name: '' }],
  ['a drawing that can hold scripts', { p_icon: encode('<svg xmlns="http://www.w3.org/2000/svg"/>') }],
  ['a picture of another size', { p_icon: makePng({ width: 65 }).toString('base64') }],
  [
    'one that goes on after its end',
    { p_icon: Buffer.concat([makePng(), Buffer.from('<script>')]).toString('base64') },
  ],
  [
    'one of more than 12 kB',
    {
      p_icon: Buffer.concat([
        makePng().subarray(0, 33),
        Buffer.alloc(12_288),
        makePng().subarray(-12),
      ]).toString('base64'),
    },
  ],
  ['what is no base64', { p_icon: '<svg>' }],
])('refuses %s, even from the server, without repeating the input', async (_, look) => {
  await keep(ann, walletId);
  expect((await keep(ann, walletId, look)).refusal).toMatch(/^400 (request\.unexpected|proof\.refused)$/);
  expect(await readAppearance()).toEqual(kept);
});

test('exports the name, and deletes name and icon with the wallet', async () => {
  const { walletId: id } = await proveNewWallet(backend, ann);
  await keep(ann, id);
  const page = { p_user_id: ann.bound.p_user_id, p_after: null, p_at_most: 10 };
  const names = async () =>
    accepted(await callAsServer<{ id: string; walletName: string | null }[]>(backend, 'export_wallets', page))
      .filter((wallet) => wallet.id === id)
      .map(({ walletName }) => walletName);
  expect(await names()).toEqual(['Phantom']);
  const removal = { ...ann.bound, p_wallet_id: id, p_device: null };
  expect((await callAsServer(backend, 'remove_wallet', removal)).refusal).toBeNull();
  expect(await readAppearance('wallets', id)).toEqual({ wallet_name: null, wallet_icon: null });
  expect(await names()).toEqual([null]);
  expect((await keep(ann, id)).refusal).toBe('404 wallet.unknown');
});
