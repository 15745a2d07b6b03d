import { createClient, type PostgrestError } from '@supabase/supabase-js';
import { SignJWT } from 'jose';
import { functionUnknown, isOutage, schema, schemaHidden } from '../../../lib/supabase/rest';
import { pointSiteAt } from '../../../lib/testing/point-site-at';
import { chosenPostgres } from '../../programs/find-postgres';
import { type RealRest, startRest } from '../testing/start-rest';
import { waitUntil } from '../testing/wait-until';

// The behavior of PostgREST that this project relies on, tested with a real PostgREST and PostgreSQL with Countersign's schema.
// Version 12.0.2 is the newest in npm. Hosted projects run 14: comments note its differences, from its source
// (src/PostgREST/Error.hs, Auth/Jwt.hs); no test here runs it.

let rest: RealRest;
let serverKey: string;
let callFunction: typeof import('../../../lib/supabase/call-function').callFunction;

const sign = (claims: object, expiresIn = 600) =>
  new SignJWT({ ...claims, exp: Math.floor(Date.now() / 1000) + expiresIn })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(rest.jwtSecret));

/** Functions and views for these tests only. The schema itself is called by the product's own code. */
const helpers = `
create function countersign.test_refuse(p_state text, p_message text, p_detail text default null) returns void
language plpgsql as $$ begin raise exception using errcode = p_state, message = p_message, detail = coalesce(p_detail, ''); end $$;
create function countersign.test_setting(p_name text) returns text language sql as $$ select current_setting(p_name, true) $$;
create function countersign.test_sleep() returns void language sql as $$ select pg_sleep(60) $$;
create function countersign.test_writer() returns void language sql security definer as $$ delete from countersign_private.rate_limits $$;
create function countersign.test_write() returns void language plpgsql stable as $$ begin perform countersign.test_writer(); end $$;
create view countersign.test_numbers as select generate_series(1, 1500) as number;
create view countersign.test_texts as select unnest(array['a_b', 'axb', 'a%b', 'a\\b', 'a*b']) as text;
grant execute on all functions in schema countersign to service_role;
revoke execute on function countersign.test_sleep() from public;
grant select on countersign.test_numbers, countersign.test_texts to service_role;
`;

beforeAll(async () => {
  rest = await startRest();
  serverKey = await sign({ role: 'service_role' });
  pointSiteAt({ url: rest.url, publishableKey: await sign({ role: 'anon' }), secretKey: serverKey });
  ({ callFunction } = await import('../../../lib/supabase/call-function'));
});
afterAll(() => rest?.stop());

type Answer = { status: number; body: { code?: string; message?: string; details?: string } & unknown };

/** A plain request with a user's token or the server's key. */
async function ask(path: string, init: RequestInit & { token?: string | null } = {}): Promise<Answer> {
  const { token = serverKey, ...rest_ } = init;
  const answer = await fetch(`${rest.url}/rest/v1${path}`, {
    ...rest_,
    headers: {
      'accept-profile': schema,
      'content-profile': schema,
      'content-type': 'application/json',
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(init.headers as Record<string, string>),
    },
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? {} : JSON.parse(text) };
}

const call = (name: string, parameters: object = {}, more: Parameters<typeof ask>[1] = {}) =>
  ask(`/rpc/${name}`, { method: 'POST', body: JSON.stringify(parameters), ...more });
const codeOf = ({ status, body }: Answer) => [status, body.code];
const client = () =>
  createClient(rest.url, serverKey, { db: { schema, retry: false }, auth: { persistSession: false } });

test('runs the versions that the documents name', () => {
  expect(rest.versions).toEqual({
    postgrest: expect.stringMatching(/^v12\.0\.2/),
    postgres: expect.stringMatching(new RegExp(`^${chosenPostgres() ?? 17}\\.`)),
  });
});

test('a missing function is PGRST202, until notify reloads the schema', async () => {
  expect(codeOf(await call('test_setting', { p_name: 'role' }))).toEqual([404, functionUnknown]);
  rest.sql(`${helpers} notify pgrst, 'reload schema'`);
  await waitUntil(
    'PostgREST has read the schema again',
    async () => (await call('test_setting', { p_name: 'role' })).status === 200,
  );
  expect(codeOf(await call('test_setting', { p_other: 'role' }))).toEqual([404, functionUnknown]);
});

describe('an error', () => {
  test('of the database has its status, code, message and detail', async () => {
    const refusal = { p_state: 'PT429', p_message: 'auth.too_many_attempts', p_detail: '12' };
    expect(await call('test_refuse', refusal)).toMatchObject({
      status: 429,
      body: { code: 'PT429', message: 'auth.too_many_attempts', details: '12' },
    });
    const nobody = { p_user_id: crypto.randomUUID(), p_session_id: crypto.randomUUID() };
    expect(await callFunction('require_live_session', nobody)).toEqual({
      ok: false,
      code: 'auth.signed_out',
    });
  });

  test('of a schema that is not exposed is PGRST106', async () => {
    const hidden = { headers: { 'accept-profile': 'countersign_private' } };
    // Version 14 has another message, but the same code.
    expect(codeOf(await ask('/rate_limits', hidden))).toEqual([406, schemaHidden]);
  });

  test('for a missing right is 401 when signed out, and 403 for a user and the server', async () => {
    const refused = (token: string | null) => call('test_sleep', {}, { token });
    rest.sql('revoke execute on function countersign.test_sleep() from service_role');
    expect(codeOf(await refused(null))).toEqual([401, '42501']);
    expect(codeOf(await refused(await sign({ role: 'authenticated' })))).toEqual([403, '42501']);
    expect(codeOf(await refused(serverKey))).toEqual([403, '42501']);
    rest.sql('grant execute on function countersign.test_sleep() to service_role');
  });

  test('of a missing table is 42P01', async () => {
    // Version 14: 404 PGRST205.
    expect(codeOf(await ask('/no_such_table'))).toEqual([404, '42P01']);
  });

  test('of an unknown method is 405', async () => {
    expect((await ask('/test_numbers', { method: 'PROPFIND' })).status).toBe(405);
  });

  test.each([
    ['57P01', 503],
    ['57014', 500],
    ['53300', 503],
    // Version 14: 500.
    ['53400', 503],
    ['08006', 503],
    ['58030', 500],
    ['42P01', 404],
    ['42883', 404],
    ['23503', 409],
    ['23505', 409],
    ['25006', 405],
    ['P0001', 400],
    ['P0002', 500],
    // Version 14: 500.
    ['21000', 400],
    ['22023', 400],
  ])('with SQLSTATE %s has status %i', async (state, status) => {
    expect(codeOf(await call('test_refuse', { p_state: state, p_message: 'x' }))).toEqual([status, state]);
  });
});

describe('a token', () => {
  const answered = async (token: string) => codeOf(await call('test_setting', { p_name: 'role' }, { token }));

  test('that is invalid is PGRST301', async () => {
    expect(await answered(`${serverKey.slice(0, -6)}AAAAAA`)).toEqual([401, 'PGRST301']);
  });

  test('is accepted for 30 s after its expiry', async () => {
    expect(await answered(await sign({ role: 'service_role' }, -15))).toEqual([200, undefined]);
    // Version 14: PGRST303.
    expect(await answered(await sign({ role: 'service_role' }, -60))).toEqual([401, 'PGRST301']);
  });

  test('is accepted for any audience', async () => {
    expect(await answered(await sign({ role: 'service_role', aud: 'somebody else' }))).toEqual([
      200,
      undefined,
    ]);
  });

  test('of a forbidden or unknown role is refused', async () => {
    expect(await answered(await sign({ role: 'supabase_auth_admin' }))).toEqual([403, '42501']);
    // Version 14: 401.
    expect(await answered(await sign({ role: 'no_such_role' }))).toEqual([400, '22023']);
  });
});

describe('a function', () => {
  test('that is STABLE runs read-only', async () => {
    expect(codeOf(await call('test_write'))).toEqual([405, '25006']);
  });

  test('reads headers and claims as JSON, with lower-case names', async () => {
    const more = { headers: { 'X-Countersign-Test': 'Here' } };
    const headers = await call('test_setting', { p_name: 'request.headers' }, more);
    expect(JSON.parse(String(headers.body))).toMatchObject({ 'x-countersign-test': 'Here' });
    const claims = await call('test_setting', { p_name: 'request.jwt.claims' });
    expect(JSON.parse(String(claims.body))).toMatchObject({ role: 'service_role' });
  });

  test('has the statement timeout of authenticator, also for the server', async () => {
    expect((await call('test_setting', { p_name: 'statement_timeout' })).body).toBe('8s');
  });

  test('has a unique name: PostgREST would have to choose between two', () => {
    const twice = `select count(*) from (select 1 from pg_proc where pronamespace = '${schema}'::regnamespace group by proname having count(*) > 1) twice`;
    expect(rest.sql(twice)).toBe('0');
  });
});

describe('a list', () => {
  const exact = { headers: { prefer: 'count=exact' } };

  test('beyond its end is PGRST103 with a count, and at its end is empty', async () => {
    const at = (offset: number) => ask(`/test_numbers?number=lte.3&limit=5&offset=${offset}`, exact);
    expect(await at(3)).toEqual({ status: 206, body: [] });
    expect(codeOf(await at(4))).toEqual([416, 'PGRST103']);
  });

  test('is limited to 1,000 rows', async () => {
    expect((await ask('/test_numbers')).body).toHaveLength(1000);
  });

  test('has its total count, also without rows or with one row', async () => {
    const counted = { count: 'exact' } as const;
    const head = await client()
      .from('test_numbers')
      .select('number', { ...counted, head: true });
    expect(head.count).toBe(1500);
    const one = await client().from('test_numbers').select('number', counted).limit(1);
    expect([one.count, one.data]).toEqual([1500, [{ number: 1 }]]);
  });

  test('that is empty where one row is required is PGRST116', async () => {
    const none = await client().from('test_numbers').select().eq('number', 0).single();
    expect([none.status, none.error?.code]).toEqual([406, 'PGRST116']);
  });

  test.each([
    ['a\\_b', ['a_b']],
    ['a\\%b', ['a%b']],
    ['a\\\\b', ['a\\b']],
    ['a_b', ['a_b', 'axb', 'a%b', 'a\\b', 'a*b']],
    ['*x*', ['axb']],
  ])('is searched with %s like in SQL, except that * means %', async (pattern, found) => {
    const { data } = await client().from('test_texts').select().like('text', pattern);
    expect(data?.map(({ text }) => text)).toEqual(found);
  });
});

describe('an unreachable database is an outage', () => {
  const outage = { ok: false, code: 'backend.unavailable' };
  const readVersion = () => callFunction('schema_version', {});
  let warned: string[];
  beforeEach(() => {
    warned = [];
    jest.spyOn(console, 'warn').mockImplementation((line) => void warned.push(line));
  });

  /** Calls that are sleeping in the database, with their responses. */
  async function sleepers(count: number): Promise<Promise<Answer>[]> {
    const sleeping = Array.from({ length: count }, () => call('test_sleep'));
    const asleep = `select count(*) from pg_stat_activity where usename = 'authenticator' and wait_event = 'PgSleep'`;
    await waitUntil('they sleep', () => rest.sql(asleep) === String(count));
    return sleeping;
  }
  const end = (how: 'pg_cancel_backend' | 'pg_terminate_backend') =>
    rest.sql(`select count(${how}(pid)) from pg_stat_activity where usename = 'authenticator'`);
  const asError = ({ status, body }: Answer) => ({ status, error: body as PostgrestError });

  test('when a statement exceeds its timeout', async () => {
    const [sleeping] = await sleepers(1);
    end('pg_cancel_backend');
    const answer = await (sleeping as Promise<Answer>);
    expect(codeOf(answer)).toEqual([500, '57014']);
    expect(isOutage(asError(answer))).toBe(true);
  });

  test('when its connection is cut, and the next request succeeds', async () => {
    const [sleeping] = await sleepers(1);
    end('pg_terminate_backend');
    const answer = await (sleeping as Promise<Answer>);
    // PostgREST reads either the database's error or the lost connection.
    expect([answer.status, answer.body.code]).toEqual([503, expect.stringMatching(/^(57P01|PGRST001)$/)]);
    expect(isOutage(asError(answer))).toBe(true);
    await waitUntil('the database answers', async () => (await readVersion()).ok);
  });

  test('when all connections are in use', async () => {
    const sleeping = await sleepers(2);
    expect(await readVersion()).toEqual(outage);
    expect(warned).toEqual(['schema_version was answered 504 PGRST003.']);
    end('pg_cancel_backend');
    await Promise.all(sleeping);
    expect(await readVersion()).toMatchObject({ ok: true });
  });

  test.each(['fast', 'killed'] as const)(
    'when only PostgreSQL is stopped (%s), and ends once it is back',
    async (how) => {
      expect(await readVersion()).toMatchObject({ ok: true });
      await rest.postgres.stop(how);
      for (let calls = 0; calls < 5; calls++) expect(await readVersion()).toEqual(outage);
      const read = await client().from('test_numbers').select().limit(1);
      expect(isOutage({ status: read.status, error: read.error as PostgrestError })).toBe(true);
      // A call that timed out has no code.
      expect(warned.length).toBeGreaterThan(0);
      for (const line of warned) expect(line).toMatch(/was answered 503 (PGRST00[012]|57P0\d|08\d{3})\.$/);
      await rest.postgres.start();
      await waitUntil('the database answers', async () => (await readVersion()).ok);
    },
  );
});
