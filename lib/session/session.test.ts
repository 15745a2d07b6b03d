import crypto from 'node:crypto';
import { seal } from '../http/seal';
import { type AuthServer, authServerOfEachTest } from '../testing/auth-server';
import { passTime } from '../testing/pass-time';
import type { RequestCookie, ResponseCookie, StoredSession } from './cookies';

let auth: AuthServer;
let session: typeof import('./session');
let cookies: typeof import('./cookies');

authServerOfEachTest(async (server) => {
  auth = server;
  session = await import('./session');
  cookies = await import('./cookies');
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

const now = () => Math.floor(Date.now() / 1000);

async function storedSession(expiresInSeconds: number, refreshToken = 'old-token'): Promise<StoredSession> {
  return {
    access_token: await auth.signToken({ exp: now() + expiresInSeconds }),
    refresh_token: refreshToken,
    expires_at: now() + expiresInSeconds,
    expires_in: 3600,
    token_type: 'bearer',
  };
}

async function carry(stored: StoredSession): Promise<RequestCookie[]> {
  return cookies.writeSessionCookie(stored, []).map(({ name, value }) => ({ name, value }));
}

const ended = (set: ResponseCookie[]) =>
  set.length > 0 && set.every(({ value, options }) => !value && options.maxAge === 0);

/** Seals any text like the server. */
function sealed(text: string, secretKey = 'sb_secret_test'): string {
  return `sealed-${seal(text, { name: 'sb-127-auth-token', secretKey })}`;
}

describe('refreshSession', () => {
  it("doesn't call Auth for a valid access token once it has the key set", async () => {
    const carried = await carry(await storedSession(3600));
    await session.refreshSession(carried);
    auth.calls.length = 0;
    const result = await session.refreshSession(carried);
    expect(result).toMatchObject({ status: 'signed-in', cookies: [] });
    expect(auth.calls).toEqual([]);
  });

  it('refreshes once for a hundred concurrent requests, which all continue', async () => {
    const fresh = await storedSession(3600, 'new-token');
    auth.answers.refresh = () => ({ status: 200, body: fresh });
    const carried = await carry(await storedSession(-10));
    const results = await Promise.all(Array.from({ length: 100 }, () => session.refreshSession(carried)));
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['signed-in']));
    expect(auth.calls.filter((call) => call.startsWith('POST'))).toHaveLength(1);
    for (const { cookies: set } of results) {
      expect(await cookies.readSessionCookie(set)).toMatchObject({ refresh_token: 'new-token' });
    }
  });

  it('gives the new session to a late request with the old cookie', async () => {
    const fresh = await storedSession(3600, 'new-token');
    auth.answers.refresh = () => ({ status: 200, body: fresh });
    const carried = await carry(await storedSession(-10));
    await session.refreshSession(carried);
    const late = await session.refreshSession(carried);
    expect(late.status).toBe('signed-in');
    expect(auth.calls.filter((call) => call.startsWith('POST'))).toHaveLength(1);
  });

  it("doesn't restore a signed-out session for a late request with the old cookie", async () => {
    const fresh = await storedSession(3600, 'new-token');
    auth.answers.refresh = () => ({ status: 200, body: fresh });
    const before = await carry(await storedSession(-10));
    await session.refreshSession(before);
    (await import('./refresh')).forgetRefreshes('new-token');
    auth.answers.refresh = () => ({ status: 400, body: { code: 'session_not_found', message: '' } });
    const late = await session.refreshSession(before);
    expect(late.status).toBe('signed-out');
    expect(ended(late.cookies)).toBe(true);
  });

  it('keeps the refreshes of other sessions when one signs out', async () => {
    auth.answers.refresh = async (token) => ({
      status: 200,
      body: await storedSession(3600, `${token}-new`),
    });
    const other = await carry(await storedSession(-10, 'other'));
    await session.refreshSession(other);
    (await import('./refresh')).forgetRefreshes('somebody-elses');
    await session.refreshSession(other);
    expect(auth.calls.filter((call) => call.startsWith('POST'))).toHaveLength(1);
  });

  it("doesn't call Auth for a session with a foreign access token", async () => {
    const stored = {
      ...(await storedSession(3600)),
      access_token: await auth.signToken({ aud: 'elsewhere' }),
    };
    expect(await session.refreshSession(await carry(stored))).toMatchObject({
      ...{ status: 'signed-out', outcome: 'refused:token' },
    });
    expect(auth.calls.filter((call) => call.startsWith('POST'))).toEqual([]);
  });

  it.each([
    ...['refresh_token_not_found', 'refresh_token_already_used', 'session_expired', 'session_not_found'],
    ...['user_not_found', 'user_banned', 'validation_failed'],
  ])('ends the session on a definite refusal: %s', async (code) => {
    auth.answers.refresh = () => ({ status: 400, body: { code, message: '' } });
    const result = await session.refreshSession(await carry(await storedSession(-10)));
    expect(result).toMatchObject({ status: 'signed-out', outcome: 'refused:ended' });
    expect(ended(result.cookies)).toBe(true);
  });

  it("doesn't report an ended session for a token that never was ours", async () => {
    const stored = {
      ...(await storedSession(3600)),
      access_token: await auth.signToken({}, { kid: 'made-up' }),
    };
    expect((await session.refreshSession(await carry(stored))).outcome).toBe('refused:token');
  });

  it.each([
    ['an error of Auth', 500, { code: 'unexpected_failure' }],
    ['a gateway without Auth behind it', 503, 'upstream'],
    ['too many requests', 429, { code: 'over_request_rate_limit' }],
    ['too many requests with the code of a refusal', 429, { code: 'session_not_found' }],
    ['an error of Auth with the code of a refusal', 500, { code: 'session_not_found' }],
    ['a gateway that rejects the API key', 401, { message: 'Invalid API key' }],
    ['a page of a proxy', 404, { hello: 'world' }],
    ['repeated conflicts', 409, { code: 'conflict', message: '' }],
    ['an answer without a session', 200, { hello: 'world' }],
  ])('keeps an expired session through %s', async (_outage, status, body) => {
    auth.answers.refresh = () => ({ status, body });
    const result = await session.refreshSession(await carry(await storedSession(-10)));
    expect(result).toEqual({ status: 'unavailable', outcome: 'unavailable', cookies: [] });
  });

  it('retries after a conflict with another process', async () => {
    const conflict = { status: 409, body: { code: 'conflict', message: '' } };
    const fresh = { status: 200, body: await storedSession(3600, 'new-token') };
    const answers = [conflict, fresh];
    auth.answers.refresh = async () => answers.shift() ?? conflict;
    expect((await session.refreshSession(await carry(await storedSession(-10)))).outcome).toBe('refreshed');
  });

  it("keeps a session without a refresh while its token can't be checked", async () => {
    auth.answers.keySet = () => ({ status: 503, body: {} });
    const result = await session.refreshSession(await carry(await storedSession(-10)));
    expect(result).toEqual({ status: 'unavailable', outcome: 'unavailable', cookies: [] });
    expect(auth.calls.filter((call) => call.startsWith('POST'))).toEqual([]);
  });

  it("keeps a refreshed session even if it can't check its token yet", async () => {
    const fresh = await storedSession(3600, 'new-token');
    const unknown = await auth.signToken({}, { kid: 'just-rotated' });
    auth.answers.refresh = () => ({ status: 200, body: { ...fresh, access_token: unknown } });
    const result = await session.refreshSession(await carry(await storedSession(-10)));
    expect([result.status, result.outcome]).toEqual(['unavailable', 'unavailable']);
    expect(await cookies.readSessionCookie(result.cookies)).toMatchObject({ refresh_token: 'new-token' });
  });

  it('ends a session that outgrew its cookies', async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    const large = await auth.signToken({ user_metadata: 'm'.repeat(20_000) });
    const fresh = { ...(await storedSession(3600)), access_token: large };
    auth.answers.refresh = () => ({ status: 200, body: fresh });
    const result = await session.refreshSession(await carry(await storedSession(-10)));
    expect([result.status, result.outcome]).toEqual(['signed-out', 'refused:too-large']);
    expect(ended(result.cookies)).toBe(true);
  });

  it('ends none for another failure', async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => {
      throw new Error('the log is full');
    });
    const large = await auth.signToken({ user_metadata: 'm'.repeat(8_000) });
    const fresh = { ...(await storedSession(3600)), access_token: large };
    auth.answers.refresh = () => ({ status: 200, body: fresh });
    await expect(session.refreshSession(await carry(await storedSession(-10)))).rejects.toThrow(
      'the log is full',
    );
  });

  it('computes the expiry if Auth omits it', async () => {
    const { expires_at: _, ...fresh } = await storedSession(3600);
    auth.answers.refresh = () => ({ status: 200, body: { ...fresh, expires_in: 1234 } });
    const result = await session.refreshSession(await carry(await storedSession(-10)));
    const expiresAt = (await cookies.readSessionCookie(result.cookies))?.expires_at ?? 0;
    expect(Math.abs(expiresAt - now() - 1234)).toBeLessThan(60);
  });

  it('refuses a token with five seconds left, and accepts one with more', async () => {
    passTime(0);
    const at = now() * 1000;
    auth.answers.refresh = () => ({ status: 503, body: {} });
    const carried = await carry(await storedSession(10));
    jest.setSystemTime(at + 4_999);
    expect((await session.refreshSession(carried)).status).toBe('signed-in');
    jest.setSystemTime(at + 5_000);
    expect((await session.refreshSession(carried)).status).toBe('unavailable');
  });

  it('refreshes at 90 s, and not earlier', async () => {
    passTime(0);
    const at = now() * 1000;
    auth.answers.refresh = async () => ({ status: 200, body: await storedSession(3600, 'new-token') });
    const carried = await carry(await storedSession(100));
    jest.setSystemTime(at + 9_999);
    expect((await session.refreshSession(carried)).outcome).not.toBe('refreshed');
    jest.setSystemTime(at + 10_000);
    expect((await session.refreshSession(carried)).outcome).toBe('refreshed');
  });

  it('refreshes every session at the same time before its expiry', async () => {
    auth.answers.refresh = async (token) => ({
      status: 200,
      body: await storedSession(3600, `${token}-new`),
    });
    for (const token of ['one', 'another'])
      expect((await session.refreshSession(await carry(await storedSession(60, token)))).outcome).toBe(
        'refreshed',
      );
  });

  it('sends Auth only the refresh token, in this API version', async () => {
    let sent: unknown[] = [];
    auth.answers.refresh = async (token, headers) => {
      sent = [token, headers['content-type'], headers['x-supabase-api-version'], headers.authorization];
      return { status: 200, body: await storedSession(3600, 'new-token') };
    };
    await session.refreshSession(await carry(await storedSession(-10)));
    expect(sent).toEqual(['old-token', 'application/json', '2024-01-01', undefined]);
  });

  it('remembers a refresh for ten seconds, like Auth, and then requests it again', async () => {
    const planned = jest.spyOn(globalThis, 'setTimeout');
    auth.answers.refresh = async () => ({ status: 200, body: await storedSession(3600, 'new-token') });
    const carried = await carry(await storedSession(-10));
    await session.refreshSession(carried);
    const [forget] = planned.mock.calls.filter(([, delay]) => delay === 10_000).map(([call]) => call);
    forget?.();
    await session.refreshSession(carried);
    expect(auth.calls.filter((call) => call.startsWith('POST'))).toHaveLength(2);
  });

  it("doesn't make valid tokens wait for an Auth that has just timed out", async () => {
    passTime(0);
    const carried = await carry(await storedSession(60));
    auth.answers.refresh = () => ({ status: 503, body: {} });
    await session.refreshSession(carried);
    auth.calls.length = 0;
    expect((await session.refreshSession(carried)).status).toBe('signed-in');
    expect(auth.calls).toEqual([]);

    auth.answers.refresh = async () => ({ status: 200, body: await storedSession(3600, 'new-token') });
    passTime(4_999);
    expect((await session.refreshSession(carried)).outcome).not.toBe('refreshed');
    passTime(1);
    expect((await session.refreshSession(carried)).outcome).toBe('refreshed');
  });

  it("keeps a user signed in whose token is older than the project's keys", async () => {
    const stored = await storedSession(3600);
    const [, payload] = stored.access_token.split('.');
    const header = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT' })).toString('base64url');
    auth.answers.refresh = async () => ({ status: 200, body: await storedSession(3600, 'new-token') });
    const carried = await carry({ ...stored, access_token: `${header}.${payload}.c2ln` });
    expect((await session.refreshSession(carried)).outcome).toBe('refreshed');
  });

  it("forwards the trusted proxy's address to Auth, with the secret key", async () => {
    const seen: unknown[] = [];
    auth.answers.refresh = async (_, headers) => {
      seen.push([headers['sb-forwarded-for'], headers.apikey]);
      return { status: 200, body: await storedSession(3600, 'new-token') };
    };
    const forwarded = { 'sb-forwarded-for': '192.0.2.7' };
    await session.refreshSession(await carry(await storedSession(-10, 'one')), forwarded);
    await session.refreshSession(await carry(await storedSession(-10, 'another')));
    expect(seen).toEqual([
      ['192.0.2.7', 'sb_secret_test'],
      [undefined, 'sb_publishable_test'],
    ]);
  });

  it('returns its outcome, for the log', async () => {
    const nobody = { status: 'signed-out', outcome: 'none', cookies: [] };
    expect(await session.refreshSession([])).toEqual(nobody);
    const carried = await carry(await storedSession(3600));
    expect((await session.refreshSession(carried)).outcome).toBe('verified');
    expect((await session.refreshSession(carried)).outcome).toBe('cached');
    const garbage = [{ name: cookies.sessionCookieName(), value: 'garbage' }];
    expect((await session.refreshSession(garbage)).outcome).toBe('refused:unreadable');
    auth.answers.refresh = async () => ({ status: 200, body: await storedSession(3600, 'new-token') });
    expect((await session.refreshSession(await carry(await storedSession(-10)))).outcome).toBe('refreshed');
  });

  it('keeps a session if Auth refuses connections', async () => {
    const carried = await carry(await storedSession(-10));
    await auth.stop();
    expect((await session.refreshSession(carried)).cookies).toEqual([]);
  });

  it('keeps a session whose token expires after the middleware, while Auth is down', async () => {
    const carried = await carry(await storedSession(60));
    auth.answers.refresh = () => ({ status: 503, body: {} });
    expect(await session.refreshSession(carried)).toMatchObject({ status: 'signed-in', cookies: [] });
    passTime(61_000);
    expect(await session.checkSession(carried)).toEqual({ status: 'unavailable' });
  });

  it('refuses a foreign token, whatever the middleware did', async () => {
    const forged = {
      ...(await storedSession(3600)),
      access_token: await auth.signToken({ aud: 'elsewhere' }),
    };
    expect(await session.checkSession(await carry(forged))).toEqual({ status: 'signed-out' });
  });

  it("refuses unsealed tokens in a cookie of @supabase/ssr, even the visitor's own", async () => {
    const stored = JSON.stringify(await storedSession(3600));
    for (const value of [`base64-${Buffer.from(stored).toString('base64url')}`, stored]) {
      const carried = [{ name: cookies.sessionCookieName(), value }];
      expect(await session.checkSession(carried)).toEqual({ status: 'signed-out' });
      const result = await session.refreshSession(carried);
      expect([result.outcome, ended(result.cookies)]).toEqual(['refused:unreadable', true]);
    }
    expect(auth.calls).toEqual([]);
  });

  it('never trusts a user in the cookie', async () => {
    const stored = await storedSession(3600);
    const forged = { ...stored, user: { id: 'somebody-else', email: 'eve@example.com' } };
    const value = sealed(JSON.stringify(forged));
    const result = await session.checkSession([{ name: cookies.sessionCookieName(), value }]);
    expect(result).toMatchObject({ status: 'signed-in', claims: { email: 'ada@example.com' } });
    expect(JSON.stringify(result)).not.toContain('eve@example.com');
  });
});

describe('a cookie that was opened less than a minute ago', () => {
  const checks = (carried: RequestCookie[]) =>
    Promise.all([session.refreshSession(carried), session.checkSession(carried)]);

  it("isn't unsealed again by any part of the server", async () => {
    const opened = jest.spyOn(crypto, 'createDecipheriv');
    const carried = await carry(await storedSession(3600));
    await session.refreshSession(carried);
    jest.resetModules();
    const { checkSession } = await import('./session');
    expect(await checkSession(carried)).toMatchObject({ status: 'signed-in' });
    expect(opened).toHaveBeenCalledTimes(1);
  });

  it("doesn't vouch for a changed or truncated cookie, nor for one of another name or user", async () => {
    const carried = await carry(await storedSession(3600));
    await checks(carried);
    const [{ name, value } = { name: '', value: '' }] = carried;
    for (const other of [`${value.slice(0, -4)}AAAA`, value.slice(0, -4), `${value}A`, `${value}=`]) {
      const [refreshed, checked] = await checks([{ name, value: other }]);
      expect([refreshed.outcome, checked.status]).toEqual(['refused:unreadable', 'signed-out']);
    }
    const [elsewhere] = await checks([{ name: `${name}-code-verifier`, value }]);
    expect(elsewhere.outcome).toBe('none');
    const email = 'eve@example.com';
    const eves = { ...(await storedSession(3600)), access_token: await auth.signToken({ email }) };
    for (const check of await checks(await carry(eves))) expect(check).toMatchObject({ claims: { email } });
    for (const check of await checks(carried))
      expect(check).toMatchObject({ claims: { email: 'ada@example.com' } });
  });

  it('is refused once its token has expired or its key was removed', async () => {
    const [short, long] = [await carry(await storedSession(100)), await carry(await storedSession(7200))];
    await Promise.all([checks(short), checks(long)]);
    auth.answers.refresh = () => ({ status: 400, body: { code: 'session_expired' } });
    passTime(8_000);
    expect((await session.refreshSession(short)).outcome).toBe('cached');
    passTime(2_000);
    // Its refresh is due, which Auth refuses.
    expect((await session.refreshSession(short)).outcome).toBe('refused:ended');
    passTime(50_000);
    expect(await session.checkSession(short)).toMatchObject({ status: 'signed-in' });
    passTime(40_000);
    expect(await session.checkSession(short)).toEqual({ status: 'unavailable' });

    auth.answers.keySet = () => ({ status: 200, body: { keys: [{ ...auth.publicKey, kid: 'key-2' }] } });
    passTime(499_000);
    expect(await session.checkSession(long)).toMatchObject({ status: 'signed-in' });
    passTime(1_000);
    expect(await session.checkSession(long)).toEqual({ status: 'unavailable' });
  });
});
