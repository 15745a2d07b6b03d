import { type AuthServer, authServerOfEachTest } from '../testing/auth-server';
import type { RequestCookie, StoredSession } from './cookies';

let auth: AuthServer;
let session: typeof import('./session');
let cookies: typeof import('./cookies');
let complaints: jest.SpyInstance;

authServerOfEachTest(async (server) => {
  auth = server;
  session = await import('./session');
  cookies = await import('./cookies');
  complaints = jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

async function stored(expiresInSeconds: number, amr?: unknown[]): Promise<StoredSession> {
  const exp = Math.floor(Date.now() / 1000) + expiresInSeconds;
  return {
    access_token: await auth.signToken({ exp, ...(amr && { amr }) }),
    refresh_token: 'a-token',
    expires_at: exp,
    expires_in: 3600,
    token_type: 'bearer',
  };
}

/** Cookies of an expired session that Auth would refresh. */
async function expiredCookies(amr?: unknown[]): Promise<RequestCookie[]> {
  const fresh = await stored(3600, amr);
  auth.answers.refresh = () => ({ status: 200, body: fresh });
  return cookies.writeSessionCookie(await stored(-10), []).map(({ name, value }) => ({ name, value }));
}

const claims: Parameters<typeof import('./refresh').touchSession>[0] = {
  ...{ sub: 'a', session_id: 's', role: 'authenticated', aal: 'aal1', email: '', amr: [], exp: 0 },
};

test('20 requests with an expired access token record one refresh', async () => {
  const carried = await expiredCookies();
  const results = await Promise.all(Array.from({ length: 20 }, () => session.refreshSession(carried)));
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['signed-in']));
  expect(auth.touches).toEqual([{ p_user_id: expect.any(String), p_session_id: expect.any(String) }]);
});

test("a refresh doesn't send the database the session's methods", async () => {
  const methods = [
    { method: 'totp', timestamp: 2 },
    { method: 'otp', timestamp: 1 },
  ];
  await session.refreshSession(await expiredCookies(methods));
  expect(auth.touches).toEqual([{ p_user_id: expect.any(String), p_session_id: expect.any(String) }]);
});

test('the database decides about a session without methods', async () => {
  const { touchSession } = await import('./refresh');
  expect(await touchSession(claims)).toBe('live');
  auth.answers.touch = () => ({ status: 200, body: false });
  expect(await touchSession(claims)).toBe('ended');
  expect(auth.touches).toEqual(Array(2).fill({ p_user_id: 'a', p_session_id: 's' }));
});

test('a session that the session table has ended is refused, although Auth refreshed it', async () => {
  const carried = await expiredCookies();
  auth.answers.touch = () => ({ status: 200, body: false });
  const result = await session.refreshSession(carried);
  expect(result).toMatchObject({ status: 'signed-out', outcome: 'refused:ended' });
  expect(result.cookies.every(({ value, options }) => !value && options.maxAge === 0)).toBe(true);
});

test.each([
  ['is down', { status: 503, body: {} }],
  ['answers something else', { status: 200, body: { message: 'hello' } }],
  ['does not know the function yet', { status: 404, body: { code: 'PGRST202' } }],
])('a session is kept while the database %s', async (_, answer) => {
  const carried = await expiredCookies();
  auth.answers.touch = () => answer;
  expect(await session.refreshSession(carried)).toMatchObject({ status: 'signed-in', outcome: 'refreshed' });
  expect(complaints).toHaveBeenCalledWith(expect.stringContaining("A session's refresh was not recorded"));
});

test('a session is kept while the database is unreachable, and the failure is logged', async () => {
  const { touchSession } = await import('./refresh');
  await auth.stop();
  expect(await touchSession(claims)).toBe('unknown');
  expect(complaints).toHaveBeenCalledTimes(1);
});

test.each([
  ['sb_secret_test', undefined],
  ['eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.c2ln', 'Bearer '],
])('the database gets the secret key in the headers of its kind: %s', async (key, bearer) => {
  process.env.SUPABASE_SECRET_KEY = key;
  jest.resetModules();
  session = await import('./session');
  cookies = await import('./cookies');
  let sent: unknown[] = [];
  auth.answers.touch = (headers) => {
    sent = [headers.apikey, headers.authorization, headers['content-type']];
    return { status: 200, body: true };
  };
  await session.refreshSession(await expiredCookies());
  expect(sent).toEqual([key, bearer && bearer + key, 'application/json']);
});

test('a valid access token causes no database call', async () => {
  const good = await stored(3600);
  const carried = cookies.writeSessionCookie(good, []).map(({ name, value }) => ({ name, value }));
  expect(await session.refreshSession(carried)).toMatchObject({ status: 'signed-in' });
  expect(auth.touches).toEqual([]);
});
