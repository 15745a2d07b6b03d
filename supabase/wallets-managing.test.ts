import { randomUUID } from 'node:crypto';
import {
  accepted,
  callAsServer,
  makeAddress,
  type Person,
  prove,
  proveNewWallet,
  readActivity,
  signUpPerson,
} from './testing/person.ts';
import { sharedBackend } from './testing/share-backend';

const backend = sharedBackend();
let labeller: Person;
let labelledId: string;
beforeAll(async () => {
  labeller = await signUpPerson(backend);
  labelledId = (await proveNewWallet(backend, labeller)).walletId;
});

const changes: [string, Record<string, unknown>][] = [
  ['label_wallet', { p_label: 'Mine now' }],
  ['make_wallet_primary', {}],
  ['publish_wallet', { p_is_public: true }],
  ['remove_wallet', {}],
];

function change(person: Person, walletId: string, name: string, more: Record<string, unknown> = {}) {
  const parameters = { ...person.bound, p_wallet_id: walletId, p_device: 'Firefox on Linux', ...more };
  return callAsServer(backend, name, parameters);
}

async function readPrimaries(person: Person) {
  const { data } = await person.client.from('live_wallets').select('id').eq('is_primary', true);
  return (data ?? []).map(({ id }) => id);
}

describe.each(changes)('%s', (name, more) => {
  test("refuses another account's, a removed and an unknown wallet with the same error", async () => {
    const [ann, bob] = await Promise.all([signUpPerson(backend), signUpPerson(backend)]);
    const { walletId } = await proveNewWallet(backend, ann);
    const removed = await proveNewWallet(backend, bob);
    await change(bob, removed.walletId, 'remove_wallet');
    const before = await ann.client.from('live_wallets').select('*');
    for (const id of [walletId, removed.walletId, randomUUID()])
      expect((await change(bob, id, name, more)).refusal).toBe('404 wallet.unknown');
    expect((await ann.client.from('live_wallets').select('*')).data).toEqual(before.data);
    expect(await readActivity(ann)).toEqual(['wallet_proven']);
  });
});

test('a removed wallet keeps its history, and can be proven again as a new one', async () => {
  const person = await signUpPerson(backend);
  const { walletId, address } = await proveNewWallet(backend, person);
  expect((await change(person, walletId, 'remove_wallet')).refusal).toBeNull();
  expect((await person.client.from('live_wallets').select('id')).data).toEqual([]);
  const proofs = await person.client.from('proofs').select('ended_because').eq('wallet_id', walletId);
  expect(proofs.data).toEqual([{ ended_because: 'removed' }]);
  const [again] = accepted(await prove(backend, person, address));
  expect(again?.outcome).toBe('proven');
  expect(again?.walletId).not.toBe(walletId);
  expect(await readActivity(person)).toEqual(['wallet_proven', 'wallet_removed', 'wallet_proven']);
});

test('the primary wallet is the first one, then the chosen one, then the oldest remaining one', async () => {
  const person = await signUpPerson(backend);
  const wallets = [];
  for (let count = 0; count < 3; count += 1) wallets.push((await proveNewWallet(backend, person)).walletId);
  const [first = '', second = '', third = ''] = wallets;
  expect(await readPrimaries(person)).toEqual([first]);
  await change(person, third, 'make_wallet_primary');
  expect(await readPrimaries(person)).toEqual([third]);
  await change(person, third, 'remove_wallet');
  expect(await readPrimaries(person)).toEqual([first]);
  await Promise.all([first, second, first, second].map((id) => change(person, id, 'make_wallet_primary')));
  expect(await readPrimaries(person)).toHaveLength(1);
});

test('each chain has its own primary wallet, which other chains never change', async () => {
  const person = await signUpPerson(backend);
  const onDevnet = async () => {
    const [proof] = accepted(await prove(backend, person, makeAddress(), 'prove', 'solana:devnet'));
    return proof?.walletId ?? '';
  };
  const main = (await proveNewWallet(backend, person)).walletId;
  const [first, second] = [await onDevnet(), await onDevnet()];
  expect((await readPrimaries(person)).sort()).toEqual([main, first].sort());
  await change(person, second, 'make_wallet_primary');
  expect((await readPrimaries(person)).sort()).toEqual([main, second].sort());
  await change(person, main, 'remove_wallet');
  expect(await readPrimaries(person)).toEqual([second]);
  await change(person, second, 'remove_wallet');
  expect(await readPrimaries(person)).toEqual([first]);
});

test('a call without a change records no event', async () => {
  const person = await signUpPerson(backend);
  const { walletId } = await proveNewWallet(backend, person);
  await change(person, walletId, 'make_wallet_primary');
  await change(person, walletId, 'label_wallet', { p_label: null });
  await change(person, walletId, 'publish_wallet', { p_is_public: false });
  expect(await readActivity(person)).toEqual(['wallet_proven']);
});

test('refuses more than sixty changes a minute with the seconds to wait', async () => {
  const person = await signUpPerson(backend);
  const { walletId } = await proveNewWallet(backend, person);
  const label = (place: number) => change(person, walletId, 'label_wallet', { p_label: `Label ${place}` });
  for (let place = 1; place < 60; place += 1) expect((await label(place)).refusal).toBeNull();
  const { refusal, details } = await label(60);
  expect(refusal).toBe('429 wallet.too_many_changes');
  expect(Number(details)).toBeGreaterThanOrEqual(1);
  expect(Number(details)).toBeLessThanOrEqual(60);
  const look = { ...person.bound, p_wallet_id: walletId, p_name: 'Phantom', p_icon: null };
  expect((await callAsServer(backend, 'set_wallet_appearance', look)).refusal).toBe(refusal);
  await callAsServer(backend, 'test_age_activity', { p_user_id: person.bound.p_user_id });
  expect((await label(61)).refusal).toBeNull();
});

test.each([
  ['ten thousand characters', 'a'.repeat(10_000)],
  ['41 characters', 'a'.repeat(41)],
  ['nothing', ''],
  ['spaces only', '   '],
  ['no-break spaces and blank braille only', '\u00a0\u2003\u2800'],
  ['a Hangul filler', '\u3164'],
  ['a variation selector only', '\ufe0f'],
  ['a line break', 'a\nb'],
  ['a line separator', 'a\u2028b'],
  ['a C1 control', 'a\u0085b'],
  ['an escape', 'a\u001b[31mb'],
  ['a right-to-left override', 'a\u202eb'],
  ['an isolate', 'a\u2066b\u2069'],
  ['a right-to-left mark', 'a\u200fb'],
  ['an Arabic letter mark', 'a\u061cb'],
  ['a zero-width space', 'a\u200bb'],
  ['a joiner between letters', 'a\u200db'],
  ['a joiner at the end of an emoji', '👩\u200d'],
  ['a word joiner', 'a\u2060b'],
  ['a byte order mark', '\ufeffa'],
  ['a soft hyphen', 'a\u00adb'],
  ['a combining grapheme joiner', 'a\u034fb'],
  ['an invisible tag', 'a\u{e0041}b'],
])('refuses a label with %s, in the function and in the table', async (_, label) => {
  const { refusal, details } = await change(labeller, labelledId, 'label_wallet', { p_label: label });
  expect([refusal, details || null]).toEqual(['400 wallet.label_invalid', null]);
  const written = await callAsServer(backend, 'test_write_label', {
    p_wallet_id: labelledId,
    p_label: label,
  });
  expect(written.refusal).toContain('wallets_label_check');
});

test('refuses a label with a zero byte', async () => {
  const { refusal } = await change(labeller, labelledId, 'label_wallet', { p_label: 'a\0b' });
  expect(refusal).toMatch(/^400 /);
});

test.each([
  '=HYPERLINK("https://evil.example")',
  '<script>alert(1)</script>',
  'محفظتي',
  'Sаvings with a Cyrillic а',
  '🚀 Savings ❤️',
  '👩‍💻 work',
  '👩🏽‍💻',
  '字'.repeat(40),
  '🦊'.repeat(40),
])('stores the label %s unchanged', async (label) => {
  expect((await change(labeller, labelledId, 'label_wallet', { p_label: label })).refusal).toBeNull();
  expect((await labeller.client.from('live_wallets').select('label').single()).data).toEqual({ label });
});
