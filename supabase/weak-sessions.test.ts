import { enrolAndProve } from './local/testing/second-factor.ts';
import { signInAgain } from './local/testing/sign-in.ts';
import type { LocalSupabase } from './local/testing/start-local-supabase.ts';
import { addFactor } from './presence-testing/change-presence.ts';
import { shareBackend } from './testing/share-backend';
import {
  accepted,
  asPerson,
  callAsServer,
  type Person,
  proveNewWallet,
  signUpPerson,
} from './wallets-testing/prove-without-signing.ts';

// Only ends what hangs: a busy machine may take longer than Jest's five seconds for dozens of calls.
jest.setTimeout(60_000);

let backend: LocalSupabase;
/** Somebody with an authenticator whose session gave its code, and who has a row in every table that people read. */
let owner: Person;
/** A session that Auth hands out for the password alone. */
let stolen: Person;
beforeAll(async () => {
  backend = await shareBackend();
  owner = await signUpPerson(backend);
  await proveNewWallet(backend, owner);
  await enrolAndProve(owner.client);
  stolen = asPerson(await signInAgain(backend, owner.email));
}, 120_000);
afterAll(() => backend.stop());

const denied = '403 42501';
const asksForCode = '403 auth.second_factor_required';

/** What people may read of a table: of proofs not what was signed. */
const columnsOf = (table: string) => (table === 'proofs' ? 'id' : '*');

async function read({ client }: Person, table: string): Promise<string | number> {
  const { data, error, status } = await client.from(table).select(columnsOf(table));
  if (!error) return data.length;
  return `${status} ${error.code === '42501' ? error.code : error.message}`;
}

test('a stolen token of the first level reads no table and no view of the REST API', async () => {
  type Tables = Record<string, { rights: string[] }>;
  const tables = accepted(await callAsServer<Tables>(backend, 'test_list_tables'));
  expect(Object.keys(tables)).toContain('live_wallets');
  for (const [table, { rights }] of Object.entries(tables)) {
    const isReadable = rights.includes('authenticated select');
    expect([table, await read(stolen, table)]).toEqual([table, isReadable ? asksForCode : denied]);
    const counted = await stolen.client.from(table).select(columnsOf(table), { count: 'exact', head: true });
    expect([table, counted.status, counted.count]).toEqual([table, 403, null]);
    if (isReadable) expect([table, await read(owner, table)]).toEqual([table, expect.any(Number)]);
  }
  expect(await read(owner, 'live_wallets')).toBe(1);
});

test('it calls no function of the REST API', async () => {
  type Functions = Record<string, { name: string; parameters: string[] }>;
  const functions = accepted(await callAsServer<Functions>(backend, 'test_list_public_functions'));
  expect(Object.values(functions).map(({ name }) => name)).toContain('list_sessions');
  for (const [signature, { name, parameters }] of Object.entries(functions)) {
    const given = Object.fromEntries(parameters.map((parameter) => [parameter, null]));
    const { error } = await stolen.client.rpc(name, given);
    expect([signature, error?.code]).toEqual([signature, '42501']);
  }
});

test('the server tells it neither the sessions nor the ways in of the account', async () => {
  for (const name of ['list_sessions', 'describe_ways_in']) {
    expect((await callAsServer(backend, name, stolen.bound)).refusal).toBe(asksForCode);
    expect((await callAsServer(backend, name, owner.bound)).refusal).toBeNull();
  }
});

test('a session from before the authenticator reads nothing from then on, and again once it is gone', async () => {
  const ann = await signUpPerson(backend);
  await proveNewWallet(backend, ann);
  await addFactor(backend, ann, 'unverified');
  expect(await read(ann, 'wallets')).toBe(1);
  await addFactor(backend, ann, 'verified');
  expect(await read(ann, 'wallets')).toBe(asksForCode);
  await callAsServer(backend, 'test_remove_factors', { p_user_id: ann.bound.p_user_id });
  expect(await read(ann, 'wallets')).toBe(1);
});
