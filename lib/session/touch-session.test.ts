import type { RequestCookie, StoredSession } from '../supabase/cookies';
import { type AuthServer, startAuthServer } from '../testing/auth-server';

let auth: AuthServer;
let session: typeof import('./session');
let cookies: typeof import('../supabase/cookies');
let complaints: jest.SpyInstance;

beforeEach(async () => {
  auth = await startAuthServer();
  process.env.SUPABASE_URL = auth.url;
  process.env.SUPABASE_PUBLISHABLE_KEY = 'sb_publishable_test';
  process.env.SUPABASE_SECRET_KEY = 'sb_secret_test';
  jest.resetModules();
  globalThis.countersign = undefined;
  session = await import('./session');
  cookies = await import('../supabase/cookies');
  complaints = jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await auth.stop();
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

/** Cookies of an expired session that Auth is willing to refresh. */
async function expiredCookies(amr?: unknown[]): Promise<RequestCookie[]> {
  const fresh = await stored(3600, amr);
  auth.answers.refresh = () => ({ status: 200, body: fresh });
  return cookies.writeSessionCookie(await stored(-10), []).map(({ name, value }) => ({ name, value }));
}

test('20 requests with an expired access token tell the database of one refresh', async () => {
  const carried = await expiredCookies();
  const results = await Promise.all(Array.from({ length: 20 }, () => session.refreshSession(carried)));
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['signed-in']));
  expect(auth.touches).toEqual([{ p_user_id: expect.any(String), p_session_id: expect.any(String) }]);
});

test('a refresh tells the database nothing of how the session began or what was given since', async () => {
  const methods = [
    { method: 'totp', timestamp: 2 },
    { method: 'otp', timestamp: 1 },
  ];
  await session.refreshSession(await expiredCookies(methods));
  expect(auth.touches).toEqual([{ p_user_id: expect.any(String), p_session_id: expect.any(String) }]);
});

test('a session that never says how it began lives as the database says', async () => {
  const { touchSession } = await import('./touch-session');
  const claims = {
    sub: 'a',
    session_id: 's',
    role: 'authenticated',
    aal: 'aal1',
    email: '',
    exp: 0,
  } as const;
  expect(await touchSession({ ...claims, amr: [] })).toBe('live');
  auth.answers.touch = () => ({ status: 200, body: false });
  expect(await touchSession({ ...claims, amr: [] })).toBe('ended');
  expect(auth.touches).toEqual(Array(2).fill({ p_user_id: 'a', p_session_id: 's' }));
});

test('a session that our own table says is ended is over, although Auth has refreshed it', async () => {
  const carried = await expiredCookies();
  auth.answers.touch = () => ({ status: 200, body: false });
  const result = await session.refreshSession(carried);
  expect(result).toMatchObject({ status: 'signed-out', did: 'refused:ended' });
  expect(result.cookies.every(({ value, options }) => !value && options.maxAge === 0)).toBe(true);
});

test.each([
  ['is down', { status: 503, body: {} }],
  ['answers something else', { status: 200, body: { message: 'hello' } }],
  ['does not know the function yet', { status: 404, body: { code: 'PGRST202' } }],
])('a session is kept while the database %s', async (_, answer) => {
  const carried = await expiredCookies();
  auth.answers.touch = () => answer;
  expect(await session.refreshSession(carried)).toMatchObject({ status: 'signed-in', did: 'refreshed' });
  expect(complaints).toHaveBeenCalledWith(expect.stringContaining('Noting the refresh of a session failed'));
});

test('a session is kept while the database cannot be reached at all, and the log says so', async () => {
  const { touchSession } = await import('./touch-session');
  const claims = {
    sub: 'a',
    session_id: 's',
    role: 'authenticated',
    aal: 'aal1',
    email: '',
    amr: [],
    exp: 0,
  } as const;
  await auth.stop();
  expect(await touchSession({ ...claims, amr: [] })).toBe('unknown');
  expect(complaints).toHaveBeenCalledTimes(1);
  auth = await startAuthServer();
});

test.each([
  ['sb_secret_test', undefined],
  ['eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.c2ln', 'Bearer '],
])('the database is told by the secret key, sent as its kind is: %s', async (key, bearer) => {
  process.env.SUPABASE_SECRET_KEY = key;
  jest.resetModules();
  session = await import('./session');
  cookies = await import('../supabase/cookies');
  let sent: unknown[] = [];
  auth.answers.touch = (headers) => {
    sent = [headers.apikey, headers.authorization, headers['content-type']];
    return { status: 200, body: true };
  };
  await session.refreshSession(await expiredCookies());
  expect(sent).toEqual([key, bearer && bearer + key, 'application/json']);
});

test('a visit with a good access token does not ask the database', async () => {
  const good = await stored(3600);
  const carried = cookies.writeSessionCookie(good, []).map(({ name, value }) => ({ name, value }));
  expect(await session.refreshSession(carried)).toMatchObject({ status: 'signed-in' });
  expect(auth.touches).toEqual([]);
});
