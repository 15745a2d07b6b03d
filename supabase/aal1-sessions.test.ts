import { enrollAndProve, type LocalSupabase } from 'local-supabase/testing';
import { tokenLevelHeader } from '../lib/supabase/rest.ts';
import {
  accepted,
  addFactor,
  callAsServer,
  describeChallenge,
  makeAddress,
  type Person,
  proveNewWallet,
  signInAgain,
  signUpPerson,
} from './testing/person.ts';
import { shareBackend } from './testing/share-backend';

let backend: LocalSupabase;
/** A user whose session has passed the second factor, with a row in every table that users can read. */
let owner: Person;
/** A session that Auth issues for the password alone. */
let stolen: Person;
beforeAll(async () => {
  backend = await shareBackend();
  owner = await signUpPerson(backend);
  await proveNewWallet(backend, owner);
  await enrollAndProve(owner.client);
  stolen = await signInAgain(backend, owner.email);
});
afterAll(() => backend.stop());

const denied = '403 42501';
const asksForCode = '403 auth.second_factor_required';

const columnsOf = (table: string) => (table === 'proofs' ? 'id' : '*');

async function read({ client }: Person, table: string): Promise<string | number> {
  const { data, error, status } = await client.from(table).select(columnsOf(table));
  if (!error) return data.length;
  return `${status} ${error.code === '42501' ? error.code : error.message}`;
}

test('a stolen aal1 token reads no table and no view over REST', async () => {
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

test('a stolen aal1 token gets data from no function over REST', async () => {
  type Functions = Record<string, { name: string; parameters: string[] }>;
  const functions = accepted(await callAsServer<Functions>(backend, 'test_list_public_functions'));
  expect(Object.values(functions).map(({ name }) => name)).toContain('list_sessions');
  for (const [signature, { name, parameters }] of Object.entries(functions)) {
    const given = Object.fromEntries(parameters.map((parameter) => [parameter, null]));
    const { data, error } = await stolen.client.rpc(name, given);
    // The function for policies of other apps returns no wallets.
    expect([signature, error?.code ?? data]).toEqual([signature, name === 'my_wallets' ? [] : '42501']);
  }
});

describe('an aal1 token of a session that has since passed the second factor', () => {
  /** A user whose session reached aal2 after its first token was copied. */
  let early: Person;
  beforeAll(async () => {
    early = await signUpPerson(backend);
    await enrollAndProve(early.client);
  });
  const emptyOf = (parameters: string[] = []) =>
    Object.fromEntries(parameters.map((parameter) => [parameter, null]));
  const refusalOf = async (name: string, parameters: object, level: 'aal1' | 'aal2' | null) =>
    (await callAsServer(backend, name, { ...early.bound, ...parameters }, level)).refusal;

  test('renames nothing and gets no challenge; a call without a level counts as aal1', async () => {
    const changes = {
      set_display_name: { p_display_name: 'Stolen', p_device: null },
      issue_challenge: describeChallenge(early, makeAddress()),
      require_recent_auth: {},
      start_export: { p_device: null },
    };
    for (const [name, parameters] of Object.entries(changes)) {
      for (const level of ['aal1', null] as const)
        expect([name, await refusalOf(name, parameters, level)]).toEqual([name, asksForCode]);
      expect([name, await refusalOf(name, parameters, 'aal2')]).toEqual([name, null]);
    }
  });

  test('is refused by every function that takes a session, except those for sessions that wait for the second factor', async () => {
    const functions = accepted(
      await callAsServer<Record<string, string[]>>(backend, 'test_list_functions_by_session'),
    );
    const forApps = {
      begin_oauth_request: { session: null, grant: null, sub: null },
      read_oauth_interaction: null,
    };
    for (const [name, answer] of Object.entries(forApps)) {
      const asked = await callAsServer(
        backend,
        name,
        { ...emptyOf(functions[name]), ...early.bound },
        'aal1',
      );
      // Returns the same as for a signed-out visitor.
      expect([name, asked.data]).toEqual([name, answer && expect.objectContaining(answer)]);
    }
    const others = Object.entries(functions).filter(([name]) => !(name in forWaiting || name in forApps));
    for (const [name, parameters] of others) {
      const given = emptyOf(parameters);
      expect([name, await refusalOf(name, { ...given, ...early.bound }, 'aal1')]).toEqual([
        name,
        asksForCode,
      ]);
    }
  });

  test('does not gain rights by claiming a higher level itself', async () => {
    const token = early.session.access_token;
    for (const path of ['accounts?select=user_id', 'account_sessions?select=session_id']) {
      const answer = await fetch(`${backend.url}/rest/v1/${path}`, {
        headers: {
          'accept-profile': 'countersign',
          apikey: backend.publishableKey,
          authorization: `Bearer ${token}`,
          [tokenLevelHeader]: 'aal2',
        },
      });
      expect([path, answer.status]).toEqual([path, 403]);
    }
  });

  test('of an account without a second factor keeps working', async () => {
    const ann = await signUpPerson(backend);
    const named = { ...ann.bound, p_display_name: 'Ann', p_device: null };
    for (const level of ['aal1', null] as const)
      expect((await callAsServer(backend, 'set_display_name', named, level)).refusal).toBeNull();
  });
});

/** They begin or end a session, accept the missing code, or find no rows to change before they check the session. */
const forWaiting: Record<string, true> = {
  record_session: true,
  touch_session: true,
  end_session: true,
  mark_wallet_session: true,
  mark_passkey_session: true,
  is_wallet_session: true,
  consume_recovery_code: true,
  find_authenticator_recovery: true,
  begin_authenticator_recovery: true,
  consume_challenge: true,
  record_proof: true,
  record_wallet_sign_in: true,
};

test('a session reads nothing once an authenticator is added, and reads again once that is removed', async () => {
  const ann = await signUpPerson(backend);
  await proveNewWallet(backend, ann);
  await addFactor(backend, ann, 'unverified');
  expect(await read(ann, 'wallets')).toBe(1);
  await addFactor(backend, ann, 'verified');
  expect(await read(ann, 'wallets')).toBe(asksForCode);
  await callAsServer(backend, 'test_remove_factors', { p_user_id: ann.bound.p_user_id });
  expect(await read(ann, 'wallets')).toBe(1);
});
