import { connectClient, signUpAtAuth } from '../testing/sign-in.ts';
import { type SpawnedLocalSupabase, spawnLocalSupabase } from '../testing/spawn-local-supabase.ts';

const notes = `
grant usage on schema countersign to anon;
create table countersign.notes (
  id bigint generated always as identity primary key,
  owner uuid not null default auth.uid() references auth.users (id) on delete cascade,
  title text not null check (length(title) < 20),
  stamped_at timestamptz not null default '2026-11-14 09:08:07.123+00',
  secret text not null default 'hidden'
);
alter table countersign.notes enable row level security;
create policy read_own on countersign.notes for select to authenticated using (owner = (select auth.uid()));
create policy add_own on countersign.notes for insert to authenticated with check (owner = (select auth.uid()));
create policy change_own on countersign.notes for update to authenticated using (owner = (select auth.uid()));
create policy remove_own on countersign.notes for delete to authenticated using (owner = (select auth.uid()));
grant select (id, owner, title, stamped_at), insert (title, owner), update (title), delete on countersign.notes to authenticated;

create table public.shown (id int);
insert into public.shown values (1);
create table countersign.forgotten (id int);
insert into countersign.forgotten values (1);
create table countersign.closed (id int);
grant select on countersign.closed to authenticated;
revoke all on countersign.closed from authenticated;

create function countersign.whoami() returns jsonb language sql stable set search_path = '' as
  $$ select jsonb_build_object('uid', auth.uid(), 'role', auth.role(), 'email', auth.email(), 'jwt', auth.jwt(), 'user', current_user) $$;
grant execute on function countersign.whoami() to anon, authenticated;
create function countersign.fail_with(message text, sqlstate_code text) returns void language plpgsql set search_path = '' as
  $$ begin raise exception '%', message using errcode = sqlstate_code, hint = 'a hint'; end $$;
grant execute on function countersign.fail_with(text, text) to authenticated;
create function countersign.stamp() returns int language sql volatile set search_path = '' as
  $$ insert into countersign.closed values (1) returning id $$;
create function countersign.stamp_by_stable() returns void language plpgsql stable set search_path = '' as
  $$ begin perform countersign.stamp(); end $$;
create function countersign.stamp_by_immutable() returns void language plpgsql immutable set search_path = '' as
  $$ begin perform countersign.stamp(); end $$;
create view countersign.stamped with (security_invoker = on) as select countersign.stamp();
grant select, insert on countersign.closed to service_role;
grant execute on function countersign.stamp(), countersign.stamp_by_stable(), countersign.stamp_by_immutable() to service_role;
grant select on countersign.stamped to service_role;
create function countersign.is_superuser() returns boolean language sql security definer set search_path = '' as
  $$ select rolsuper from pg_catalog.pg_roles where rolname = current_user $$;
`;

let backend: SpawnedLocalSupabase;
beforeAll(async () => {
  backend = await spawnLocalSupabase({ extraMigrations: { '20990101000000_notes.sql': notes } });
});
afterAll(() => backend.stop());

test("users read, update and delete their own rows, and no other user's", async () => {
  const ann = (await signUpAtAuth(backend)).client;
  const bob = (await signUpAtAuth(backend)).client;
  const added = await ann.from('notes').insert({ title: 'mine' }).select('id, title').single();
  expect(added.data).toMatchObject({ title: 'mine' });
  const id = added.data?.id;
  expect((await bob.from('notes').select('id')).data).toEqual([]);
  expect((await bob.from('notes').update({ title: 'taken' }).eq('id', id).select('id')).data).toEqual([]);
  expect((await bob.from('notes').delete().eq('id', id).select('id')).data).toEqual([]);
  expect((await ann.from('notes').select('title')).data).toEqual([{ title: 'mine' }]);
});

test("users can't insert rows for another user", async () => {
  const ann = await signUpAtAuth(backend);
  const bob = await signUpAtAuth(backend);
  const { error, status } = await bob.client.from('notes').insert({ title: 'x', owner: ann.session.user.id });
  expect([status, error?.code]).toEqual([403, '42501']);
});

test('filters, order, limit, offset and counting work, and times are ISO 8601 with a T and an offset', async () => {
  const { client } = await signUpAtAuth(backend);
  await client.from('notes').insert(['a', 'b', 'c', 'd'].map((title) => ({ title })));
  const notes = client.from('notes').select('title, stamped_at', { count: 'exact' });
  const page = await notes.neq('title', 'a').order('title', { ascending: false }).range(1, 2);
  const stamped_at = '2026-11-14T09:08:07.123+00:00';
  expect([page.count, page.data]).toEqual([3, ['c', 'b'].map((title) => ({ title, stamped_at }))]);
  expect((await client.from('notes').select('id', { count: 'exact', head: true })).count).toBe(4);
});

test('a revoked table and an ungranted column stay closed after many requests', async () => {
  const { client } = await signUpAtAuth(backend);
  for (let round = 0; round < 3; round += 1) {
    expect((await client.from('closed').select('id')).error?.code).toBe('42501');
    expect((await client.from('notes').select('secret')).error?.code).toBe('42501');
    expect((await client.from('notes').update({ secret: 'x' }).gt('id', 0)).error?.code).toBe('42501');
  }
});

test('a table without grants, in its own schema, is closed to every role', async () => {
  const { client } = await signUpAtAuth(backend);
  for (const anybody of [client, connectClient(backend), connectClient(backend, backend.secretKey)])
    expect((await anybody.from('forgotten').select('id')).error?.code).toBe('42501');
});

test('a request may select a schema that config.toml lists, and no other', async () => {
  const inPublic = connectClient(backend, backend.publishableKey, 'public');
  expect((await inPublic.from('shown').select('id')).data).toEqual([{ id: 1 }]);
  expect((await inPublic.from('notes').select('id')).error?.code).toBe('PGRST205');
  expect((await inPublic.rpc('whoami')).error?.code).toBe('PGRST202');
  for (const hidden of ['countersign_private', 'auth', 'nowhere']) {
    const { status, error } = await inPublic.schema(hidden).from('users').select('id');
    expect([hidden, status, error?.code]).toEqual([hidden, 406, 'PGRST106']);
    const call = await inPublic.schema(hidden).rpc('refuse', {});
    expect([hidden, call.status, call.error?.code]).toEqual([hidden, 406, 'PGRST106']);
  }
  // Without a profile, the first schema is used.
  const bare = await fetch(`${backend.url}/rest/v1/shown?select=id`, {
    headers: { apikey: backend.publishableKey },
  });
  expect(await bare.json()).toEqual([{ id: 1 }]);
});

test("migrations run as a role that isn't a superuser", async () => {
  expect((await connectClient(backend, backend.secretKey).rpc('is_superuser')).data).toBe(false);
});

test('the database sees the claims of the token word for word', async () => {
  const { client, email, session } = await signUpAtAuth(backend);
  const { data } = await client.rpc('whoami');
  expect(data).toMatchObject({ uid: session.user.id, role: 'authenticated', email, user: 'authenticated' });
  expect(data.jwt).toEqual((await client.auth.getClaims()).data?.claims);
  expect((await connectClient(backend).rpc('whoami')).data).toMatchObject({
    uid: null,
    role: 'anon',
    user: 'anon',
  });
});

test('120 REST and Auth requests at once never mix their transactions', async () => {
  const people = await Promise.all(Array.from({ length: 3 }, () => signUpAtAuth(backend)));
  const ask = async ({ client, session }: (typeof people)[number], round: number) => {
    const refused = 'refused, it is far too long';
    const [who, added, tooLong, named] = await Promise.all([
      client.rpc('whoami'),
      client.from('notes').insert({ title: `note ${round}` }),
      client.from('notes').insert({ title: refused }),
      client.auth.updateUser({ data: { [`round${round}`]: round } }),
    ]);
    expect(who.data).toMatchObject({ uid: session.user.id, user: 'authenticated' });
    expect([added.error, tooLong.error?.code, named.error]).toEqual([null, '23514', null]);
  };
  await Promise.all(people.flatMap((one) => Array.from({ length: 10 }, (_, round) => ask(one, round))));
  for (const { client } of people) {
    expect((await client.from('notes').select('id', { count: 'exact', head: true })).count).toBe(10);
    const { data } = await client.auth.getUser();
    expect(Object.keys(data.user?.user_metadata ?? {}).filter((key) => key.startsWith('round'))).toHaveLength(
      10,
    );
  }
});

test('an exception returns its message, with the status of its code', async () => {
  const { client } = await signUpAtAuth(backend);
  const asked = 'DELETE requires a WHERE clause';
  for (const [codes, status, message = 'said so'] of [
    ['P0001 23514 22023', 400],
    // If a project requires a WHERE clause, a change of every row is the caller's error.
    ['21000', 400, asked],
    ['28000', 403],
    ['42P01', 404],
    ['23505 PT409', 409],
    ['40001 P0002 P0004 21000 53400 57014', 500],
    ['53300 57P01', 503],
  ] as const)
    for (const code of codes.split(' ')) {
      const { error, ...answer } = await client.rpc('fail_with', { message, sqlstate_code: code });
      expect([error?.code, answer.status, error?.message]).toEqual([code, status, message]);
    }
});

test('STABLE and IMMUTABLE functions, and GET requests, are read-only', async () => {
  const server = connectClient(backend, backend.secretKey);
  const answers = [
    await server.rpc('stamp_by_stable'),
    await server.rpc('stamp_by_immutable'),
    await server.rpc('stamp', {}, { get: true }),
    await server.from('stamped').select(),
  ];
  for (const { status, error } of answers) expect([status, error?.code]).toEqual([405, '25006']);
  // Later requests can write again.
  expect((await server.rpc('stamp')).error).toBeNull();
});

test.each([
  ['PROPFIND', 'notes', 'PGRST117', 'Unsupported HTTP method: PROPFIND'],
  ['QUERY', 'notes', 'PGRST117', 'Unsupported HTTP method: QUERY'],
  ['PUT', 'rpc/whoami', 'PGRST101', 'Cannot use the PUT method on RPC'],
  ['PROPFIND', 'rpc/whoami', 'PGRST101', 'Cannot use the PROPFIND method on RPC'],
])('%s of %s is refused with 405', async (method, path, code, message) => {
  const answer = await fetch(`${backend.url}/rest/v1/${path}`, {
    method,
    headers: { apikey: backend.publishableKey },
  });
  expect([answer.status, await answer.json()]).toEqual([405, { code, message, details: null, hint: null }]);
});

test("a violated check returns 400 and 23514, and user input isn't logged", async () => {
  const { client } = await signUpAtAuth(backend);
  const { status, error } = await client.from('notes').insert({ title: 'private words, far too long' });
  expect([status, error?.code]).toEqual([400, '23514']);
  expect(backend.log()).not.toContain('private words');
  expect(backend.log()).not.toMatch(/insert into|violates/i);
});
