import { randomUUID } from 'node:crypto';
import { connectClient } from 'local-supabase/testing';
import {
  accepted,
  callAsServer,
  makeAddress,
  type Person,
  proveNewWallet,
  signUpPerson,
} from './testing/person.ts';
import { readSchemas } from './testing/read-schemas';
import { sharedBackend } from './testing/share-backend';

const backend = sharedBackend();
let ann: Person;
let bob: Person;
beforeAll(async () => {
  [ann, bob] = await Promise.all([signUpPerson(backend), signUpPerson(backend)]);
  await proveNewWallet(backend, ann);
});

const refusals = ['401 42501', '403 42501', '404 42501'];

/** Clients of the REST API, by their key or token. */
const callers = (): [string, ReturnType<typeof connectClient>][] => [
  ['anybody with the publishable key', connectClient(backend)],
  ['the owner', ann.client],
  ['another person', bob.client],
];

/** Called by Postgres itself, as the role that changes the row. */
const triggers = `countersign_private.record_deleted_public_proof countersign_private.end_first_password
    countersign_private.keep_confirmed_account countersign_private.remove_clients_of_account
    countersign_private.finish_some_removed_clients
    countersign_private.queue_event_of_deleted_account
    countersign_private.queue_event_of_unshared_wallet
    countersign_private.delete_app_requests_of_account`.split(/\s+/);

/** Called by policies of this site and of other apps in the project, as the role that reads. */
const policyFunctions = ['countersign_private.has_live_session', 'countersign.my_wallets'];

/** Their plans always use an index, because a plan is cached while the table is small and used when it is large. */
const plannedByIndex = ['countersign.consume_rate_limit', 'countersign_private.consume_once'];

interface ListedFunction {
  name: string;
  definer: boolean;
  settings: string[];
  comment: string | null;
  callers: string[];
}

test('every function has a fixed search path; public ones have a comment, and only the server may call them', async () => {
  const functions = accepted(await callAsServer<ListedFunction[]>(backend, 'test_list_functions'));
  expect(functions.map(({ name }) => name)).toContain('countersign.record_proof');
  for (const { name, definer, settings, comment, callers } of functions) {
    const isPublic = name.startsWith('countersign.');
    expect({ name, settings, callers, isExplained: !isPublic || comment !== null }).toEqual({
      name,
      settings: [
        'search_path=""',
        ...(plannedByIndex.includes(name) ? ['enable_seqscan=off', 'enable_sort=off'] : []),
      ],
      callers: policyFunctions.includes(name) ? ['authenticated'] : isPublic ? ['service_role'] : [],
      isExplained: true,
    });
    const actsAsOwner = isPublic || [...triggers, ...policyFunctions].includes(name);
    expect([name, definer]).toEqual([name, actsAsOwner]);
  }
});

test('only the secret key may call functions that tests add', async () => {
  const added = accepted(
    await callAsServer<ListedFunction[]>(backend, 'test_list_functions', { p_added: true }),
  );
  expect(added.map(({ name }) => name)).toContain('countersign.test_delete_user');
  for (const { name, callers } of added) expect([name, callers]).toEqual([name, ['service_role']]);
});

test('every exposed table has row-level security, a comment, and at most read rights', async () => {
  const tables = accepted(
    await callAsServer<Record<string, { guarded: boolean; comment: string; rights: string[] }>>(
      backend,
      'test_list_tables',
    ),
  );
  const rights: Record<string, string[]> = {};
  for (const [name, table] of Object.entries(tables)) {
    expect([name, table.guarded, Boolean(table.comment)]).toEqual([name, true, true]);
    rights[name] = table.rights;
  }
  expect(rights).toEqual({
    account_sessions: ['authenticated select'],
    accounts: ['authenticated select'],
    activity_events: ['authenticated select'],
    live_wallets: ['authenticated select'],
    proofs: ['authenticated select'],
    wallets: ['authenticated select'],
  });
});

test('every private table has row-level security, and no rights', async () => {
  const hidden = { p_schema: 'countersign_private' };
  const tables = accepted(
    await callAsServer<Record<string, { guarded: boolean; rights: string[] }>>(
      backend,
      'test_list_tables',
      hidden,
    ),
  );
  expect(Object.keys(tables)).toEqual(expect.arrayContaining(['challenges', 'outbox', 'sign_in_methods']));
  for (const [name, table] of Object.entries(tables))
    expect([name, table.guarded, table.rights]).toEqual([name, true, []]);
});

test("the migrations leave a project's objects in public, its rights and its default privileges unchanged", async () => {
  const allOf = (rights: string) =>
    ['anon', 'authenticated', 'postgres', 'service_role'].map((role) => `${role}=${rights}/postgres`);
  expect(accepted(await callAsServer(backend, 'test_describe_project'))).toEqual({
    in_public: [],
    rights_on_public: ['=U', 'anon=U', 'authenticated=U', 'pg_database_owner=UC', 'service_role=U'],
    default_privileges: {
      'postgres in public on S': allOf('rwU'),
      'postgres in public on f': allOf('X'),
      'postgres in public on r': allOf('arwdDxt'),
    },
  });
});

/** Every function exposed over REST, with the names of its parameters. */
const shownFunctions = [
  ...readSchemas().matchAll(/^create function (countersign\.\w+)\s*\(([^$]*?)\)\s*returns /gm),
].map(([, name = '', parameters = '']) => ({ name, parameters: parameters.match(/\bp_\w+/g) ?? [] }));

test.each(shownFunctions.filter(({ name }) => !policyFunctions.includes(name)))(
  "refuses $name for a user's own token",
  async ({ name, parameters }) => {
    const given = Object.fromEntries(parameters.map((parameter) => [parameter, null]));
    for (const [who, client] of callers()) {
      const { status, error } = await client.rpc(name.replace('countersign.', ''), given);
      expect([who, refusals.includes(`${status} ${error?.code}`)]).toEqual([who, true]);
    }
  },
);

test('the tested functions are all that REST exposes', async () => {
  const functions = accepted(await callAsServer<ListedFunction[]>(backend, 'test_list_functions'));
  const shown = functions.map(({ name }) => name).filter((name) => /^countersign\.(?!test_)/.test(name));
  expect(shownFunctions.map(({ name }) => name).sort()).toEqual(shown.sort());
});

const keys: Record<string, string> = { accounts: 'user_id', account_sessions: 'session_id' };
const tables: Record<string, Record<string, unknown>> = {
  accounts: { display_name: 'ada' },
  wallets: { address: makeAddress(), user_id: randomUUID(), proof_id: randomUUID() },
  proofs: { is_public: true },
  activity_events: { kind: 'wallet_forged' },
  account_sessions: { ended_at: null },
};

test.each(Object.entries(tables))(
  'no role, not even the server, inserts, changes or deletes %s over REST',
  async (table, row) => {
    const everybody = [...callers(), ['the server', connectClient(backend, backend.secretKey)] as const];
    for (const [who, client] of everybody) {
      const key = keys[table] ?? 'id';
      const answers = [
        await client.from(table).insert({ ...row }),
        await client.from(table).update(row).not(key, 'is', null),
        await client.from(table).delete().not(key, 'is', null),
        await client.from(table).upsert({ ...row }),
      ];
      for (const { status, error } of answers)
        expect([who, status, error?.code, refusals.includes(`${status} ${error?.code}`)]).toEqual([
          who,
          status,
          '42501',
          true,
        ]);
    }
  },
);

test.each(['accounts', 'wallets', 'proofs', 'activity_events', 'live_wallets'])(
  'a user reads only their own %s',
  async (table) => {
    // Of proofs, the signed bytes aren't readable.
    const columns = table === 'proofs' ? 'id, address, evidence_at' : '*';
    const { data } = await ann.client.from(table).select(columns);
    expect(data).toHaveLength(1);
    const others = (await bob.client.from(table).select(columns)).data;
    expect(others).toEqual(
      table === 'accounts' ? [expect.objectContaining({ user_id: bob.session.user.id })] : [],
    );
    expect((await connectClient(backend).from(table).select(columns)).error?.code).toBe('42501');
  },
);

/** Error codes for a table that is not exposed: PostgREST's since version 13, and Postgres's before. */
const notThere = ['PGRST205', '42P01', '42501'];

test.each(['challenges', 'deleted_public_proofs', 'outbox'])(
  'no role, not even the server, reads, inserts, changes or deletes %s',
  async (table) => {
    for (const client of [connectClient(backend), ann.client, connectClient(backend, backend.secretKey)]) {
      const from = (schema?: string) => (schema ? client.schema(schema) : client).from(table);
      // Not exposed in any schema.
      expect(notThere).toContain((await from().select('id')).error?.code);
      for (const answer of [
        await from('countersign_private').select('id'),
        await from('countersign_private').insert({ id: randomUUID() }),
        await from('countersign_private').update({ id: randomUUID() }).not('id', 'is', null),
        await from('countersign_private').delete().not('id', 'is', null),
      ])
        expect([answer.status, answer.error?.code]).toEqual([406, 'PGRST106']);
    }
  },
);

test("private helper functions can't be called, not even by the server", async () => {
  for (const client of [ann.client, connectClient(backend, backend.secretKey)]) {
    const { error } = await client
      .schema('countersign_private')
      .rpc('end_wallet', { p_wallet_id: randomUUID(), p_because: 'removed' });
    expect(error).not.toBeNull();
    expect((await client.rpc('end_wallet', { p_wallet_id: randomUUID(), p_because: 'x' })).error?.code).toBe(
      'PGRST202',
    );
  }
});

test('an account gets one code, also for concurrent calls', async () => {
  const person = await signUpPerson(backend);
  const asked = await Promise.all(
    Array.from({ length: 10 }, () => callAsServer(backend, 'ensure_account', person.bound)),
  );
  const codes = new Set(asked.map((answer) => JSON.stringify(accepted(answer))));
  expect(codes.size).toBe(1);
  expect([...codes][0]).toMatch(
    /^\[\{"code":"[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}","displayName":null\}\]$/,
  );
});

test('lists 200 wallets page by page, the primary one first, then the newest', async () => {
  const person = await signUpPerson(backend);
  await callAsServer(backend, 'fill_wallets', { p_user_id: person.bound.p_user_id, p_count: 200 });
  const list = async (p_page: number) => {
    const view = { p_chain: 'solana:mainnet', p_search: '', p_order: 'newest', p_page };
    type Listed = { total: number; found: number; wallets: { isPrimary: boolean; provenAt: string }[] };
    return accepted(await callAsServer<Listed>(backend, 'list_wallets', { ...person.bound, ...view }));
  };
  const pages = await Promise.all([1, 2, 3, 4].map(list));
  const [first, ...others] = pages.flatMap(({ wallets }) => wallets);
  expect([first?.isPrimary, others.length]).toEqual([true, 199]);
  expect(pages.map(({ total, found }) => [total, found])).toEqual(Array(4).fill([200, 200]));
  const times = others.map(({ provenAt }) => provenAt);
  expect(times).toEqual(times.toSorted().reverse());
  expect((await list(5)).wallets).toEqual([]);
});
