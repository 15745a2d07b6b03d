import { readFileSync } from 'node:fs';
import { decodeJwt } from 'jose';
import { connectClient, holdBackend, signInAtAuth } from 'local-supabase/testing';
import {
  accepted,
  addFactor,
  asPerson,
  callAsServer,
  type Person,
  prove,
  proveNewWallet,
  signUpPerson,
} from './testing/person.ts';
import { startBackend } from './testing/share-backend';

/** The SQL of docs/apps.md, unchanged. */
const [, documented = ''] = /```sql\n([\s\S]*?)```/.exec(readFileSync('docs/apps.md', 'utf8')) ?? [];

const throughRest = `
  -- The local backend shows "public" and ours over REST: the table as its reader sees it.
  create view public.tickets with (security_invoker = true) as select * from game.tickets;
  grant select, update on public.tickets to authenticated;
  create function public.sell_ticket(p_owner text) returns bigint language sql security definer set search_path = '' as
    'insert into game.tickets (owner, seat) values (p_owner, ''12A'') returning id';
  create function countersign.test_hook(p_event jsonb) returns jsonb language sql security definer set search_path = '' as
    'select countersign_hooks.custom_access_token(p_event)';
  create function countersign.test_explain_policy() returns jsonb language plpgsql security definer set search_path = '' as $$
  declare plan json;
  begin
    execute 'explain (analyze, format json) select count(*) from generate_series(1, 1000) as owner
      where owner::text = any ((select countersign.my_wallets()))' into plan;
    return plan;
  end $$;
  create function countersign.test_app_role() returns jsonb language sql security definer set search_path = '' as $$
    select jsonb_build_object(
      'members', (select count(*) from pg_catalog.pg_auth_members m
        where m.roleid = 'countersign_app_token'::regrole and m.member in ('authenticator'::regrole, 'anon'::regrole, 'authenticated'::regrole)),
      'tables', (select count(*) from information_schema.role_table_grants g where g.grantee = 'countersign_app_token'),
      'schemas', (select coalesce(jsonb_agg(s.name), '[]') from unnest(array['countersign', 'countersign_private', 'countersign_hooks', 'auth', 'game']) s (name)
        where has_schema_privilege('countersign_app_token', s.name, 'usage')),
      'callers', (select coalesce(jsonb_agg(r.name order by r.name), '[]')
        from unnest(array['anon', 'authenticated', 'service_role', 'supabase_auth_admin']) r (name)
        where has_schema_privilege(r.name, 'countersign_hooks', 'usage')
          and has_function_privilege(r.name, 'countersign_hooks.custom_access_token(jsonb)', 'execute'))
    ) $$;
`;

const backend = holdBackend(() =>
  startBackend(
    {},
    {
      '20990102000000_same_project.sql': documented,
      '20990102000001_hook.sql': readFileSync('supabase/optional/access-token-hook.sql', 'utf8'),
      '20990102000002_test.sql': throughRest,
    },
  ),
);

const tickets = ({ client }: Pick<Person, 'client'>) => client.schema('public').from('tickets');

type PlanNode = { 'Node Type': string; 'Actual Loops': number; Plans?: PlanNode[] };
const listNodes = (node: PlanNode | undefined): PlanNode[] =>
  node ? [node, ...(node.Plans ?? []).flatMap(listNodes)] : [];

describe('the policy of the document', () => {
  test('shows a ticket to the user who has proven its wallet, until the wallet moves', async () => {
    const [ann, bob] = [await signUpPerson(backend), await signUpPerson(backend)];
    const { address } = await proveNewWallet(backend, ann);
    await proveNewWallet(backend, bob);
    const server = connectClient(backend, backend.secretKey, 'public');
    const sold = await server.rpc('sell_ticket', { p_owner: address });
    expect(sold.error).toBeNull();
    const seen = async (person: Pick<Person, 'client'>) => (await tickets(person).select('id')).data;
    expect([await seen(ann), await seen(bob)]).toEqual([[{ id: sold.data }], []]);
    // A session of the team's own app, which this site doesn't know.
    const elsewhere = asPerson(await signInAtAuth(backend, ann.email));
    expect(await seen(elsewhere)).toEqual([{ id: sold.data }]);
    await prove(backend, bob, address, 'move');
    expect([await seen(ann), await seen(elsewhere), await seen(bob)]).toEqual([[], [], [{ id: sold.data }]]);
  });

  test("prevents writing on another user's ticket, and giving one away", async () => {
    const [ann, bob] = [await signUpPerson(backend), await signUpPerson(backend)];
    const { address } = await proveNewWallet(backend, ann);
    const server = connectClient(backend, backend.secretKey, 'public');
    const { data: id } = await server.rpc('sell_ticket', { p_owner: address });
    const write = (person: Person, change: object) =>
      tickets(person).update(change).eq('id', id).select('id');
    expect((await write(ann, { note: 'mine' })).data).toEqual([{ id }]);
    expect((await write(bob, { note: 'mine' })).data).toEqual([]);
    expect((await write(ann, { owner: 'somebody' })).error?.code).toBe('42501');
  });

  test('calls my_wallets once per query, not once per row', async () => {
    const [explained] = accepted(await callAsServer<{ Plan: PlanNode }[]>(backend, 'test_explain_policy'));
    const asked = listNodes(explained?.Plan).filter((node) => node['Node Type'] === 'ProjectSet');
    expect(asked.map((node) => node['Actual Loops'])).toEqual([1]);
  });
});

type Claims = Record<string, unknown>;
const runHook = async (person: Person, changes: Claims = {}) => {
  const claims: Claims = { ...decodeJwt(person.session.access_token), ...changes };
  const event = { user_id: person.bound.p_user_id, claims, authentication_method: 'password' };
  const hooked = accepted(await callAsServer<{ claims: Claims }>(backend, 'test_hook', { p_event: event }));
  return { claims, hooked: hooked.claims };
};

describe('the optional hook', () => {
  test('adds the currently proven wallets, and changes nothing else', async () => {
    const ann = await signUpPerson(backend);
    const { address, walletId } = await proveNewWallet(backend, ann);
    const { claims, hooked } = await runHook(ann);
    expect(hooked).toEqual({ ...claims, wallets: [address] });
    await callAsServer(backend, 'remove_wallet', { ...ann.bound, p_wallet_id: walletId, p_device: null });
    expect((await runHook(ann)).hooked.wallets).toEqual([]);
  });

  test('adds no wallets if a second factor is missing', async () => {
    const ann = await signUpPerson(backend);
    const { address } = await proveNewWallet(backend, ann);
    await addFactor(backend, ann, 'verified');
    expect((await runHook(ann, { aal: 'aal1' })).hooked.wallets).toEqual([]);
    expect((await runHook(ann, { aal: 'aal2' })).hooked.wallets).toEqual([address]);
  });

  test('never prevents a sign-in', async () => {
    const ann = await signUpPerson(backend);
    const nobody = { ...ann, bound: { ...ann.bound, p_user_id: crypto.randomUUID() } };
    expect((await runHook(nobody)).hooked.wallets).toEqual([]);
  });

  test("gives an app's token no session, no role, no email and no wallets", async () => {
    const ann = await signUpPerson(backend);
    await proveNewWallet(backend, ann);
    const metadata = { app_metadata: { provider: 'email' }, user_metadata: { name: 'Ann' } };
    const { claims, hooked } = await runHook(ann, { client_id: 'an-app', scope: 'openid', ...metadata });
    expect(hooked).toEqual({
      ...Object.fromEntries(Object.entries(claims).filter(([name]) => !name.endsWith('_metadata'))),
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      role: 'countersign_app_token',
      aud: 'an-app',
      email: '',
      phone: '',
    });
    expect(hooked.session_id).not.toBe(claims.session_id);
    // Auth requires a hook to return these claims.
    for (const name of 'aud exp iat sub email phone role aal session_id is_anonymous'.split(' '))
      expect([name, name in hooked]).toEqual([name, true]);
    const seen = await callAsServer<string[]>(backend, 'test_my_wallets', { p_claims: hooked });
    expect(accepted(seen)).toEqual([]);
  });

  test("sets a role without rights that REST can't use, and only Auth can run the hook", async () => {
    expect(accepted(await callAsServer(backend, 'test_app_role'))).toEqual({
      members: 0,
      tables: 0,
      schemas: [],
      callers: ['supabase_auth_admin'],
    });
  });
});
