import { createHmac, generateKeyPairSync } from 'node:crypto';
import { exportJWK, exportSPKI, generateKeyPair, importJWK, SignJWT } from 'jose';
import { type AuthServer, authServerOfEachTest } from '../testing/auth-server';
import { passTime } from '../testing/pass-time';

let auth: AuthServer;
let verifyAccessToken: typeof import('./verify-access-token').verifyAccessToken;

authServerOfEachTest(async (server) => {
  auth = server;
  ({ verifyAccessToken } = await import('./verify-access-token'));
});

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('verifyAccessToken', () => {
  it("accepts the project's tokens with one fetch of the key set", async () => {
    const tokens = await Promise.all(Array.from({ length: 20 }, () => auth.signToken()));
    const checks = await Promise.all(tokens.map((token) => verifyAccessToken(token)));
    expect(checks.map(({ status }) => status)).toEqual(Array(20).fill('valid'));
    expect(auth.calls).toEqual(['GET /auth/v1/.well-known/jwks.json']);
  });

  it("returns the token's claims, with defaults for missing ones", async () => {
    const timestamp = 1_800_000_000;
    const said = { aal: 'aal2', email: 'ada@example.com', amr: [{ method: 'totp', timestamp }] };
    expect(await verifyAccessToken(await auth.signToken(said))).toMatchObject({ claims: said });
    const silent = await auth.signToken({ email: undefined, amr: undefined });
    expect(await verifyAccessToken(silent)).toMatchObject({ claims: { email: '', amr: [] } });
  });

  it.each(['ES256', 'RS256', 'EdDSA'])('accepts tokens signed with %s', async (alg) => {
    const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
    const jwk = { ...(await exportJWK(publicKey)), kid: 'key-2', alg, use: 'sig' };
    auth.answers.keySet = () => ({ status: 200, body: { keys: [jwk] } });
    const [, payload = ''] = (await auth.signToken()).split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const token = await new SignJWT(claims).setProtectedHeader({ alg, kid: 'key-2' }).sign(privateKey);
    expect((await verifyAccessToken(token)).status).toBe('valid');
  });

  it.each(['ES384', 'PS256'])('refuses tokens signed with %s', async (alg) => {
    const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
    const jwk = { ...(await exportJWK(publicKey)), kid: 'key-2', use: 'sig' };
    auth.answers.keySet = () => ({ status: 200, body: { keys: [jwk] } });
    const claims = { iss: `${auth.url}/auth/v1`, aud: 'authenticated' };
    const signing = new SignJWT(claims).setProtectedHeader({ alg, kid: 'key-2' }).setExpirationTime('1h');
    expect(await verifyAccessToken(await signing.sign(privateKey))).toEqual({ status: 'refused' });
  });

  it('logs a wrong issuer once, and nothing for the expected one', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    await verifyAccessToken(await auth.signToken({ aud: 'anon' }));
    expect(logged).not.toHaveBeenCalled();
    for (let count = 0; count < 2; count++)
      await verifyAccessToken(await auth.signToken({ iss: 'https://elsewhere.example/auth/v1' }));
    expect(logged).toHaveBeenCalledTimes(1);
    expect(logged).toHaveBeenCalledWith(
      expect.stringContaining('issued by https://elsewhere.example/auth/v1'),
    );
  });

  it("throws on its own failure, so that it doesn't sign the user out", async () => {
    const token = await auth.signToken();
    await verifyAccessToken(token);
    jest.spyOn(Map.prototype, 'delete').mockImplementation(() => {
      throw new RangeError('out of memory');
    });
    await expect(verifyAccessToken(token)).rejects.toThrow('out of memory');
  });

  it('distinguishes an expired token from a refused one', async () => {
    const token = await auth.signToken({ exp: Math.floor(Date.now() / 1000) - 1 });
    expect(await verifyAccessToken(token)).toEqual({ status: 'expired' });
  });

  it('refuses alg none', async () => {
    const [, payload] = (await auth.signToken()).split('.');
    const token = `${base64url({ alg: 'none', typ: 'JWT' })}.${payload}.`;
    expect(await verifyAccessToken(token)).toEqual({ status: 'refused' });
  });

  it("doesn't accept HS256 with the public key, and doesn't ask Auth, if the project has keys", async () => {
    const publicKey = await importJWK(auth.publicKey, 'ES256', { extractable: true });
    if (publicKey instanceof Uint8Array) throw new Error('not a public key');
    const [, payload] = (await auth.signToken()).split('.');
    const signed = `${base64url({ alg: 'HS256', kid: 'key-1', typ: 'JWT' })}.${payload}`;
    const signature = createHmac('sha256', await exportSPKI(publicKey))
      .update(signed)
      .digest('base64url');
    // Not refused: it may be older than the project's keys, and a refresh then keeps its owner signed in.
    expect(await verifyAccessToken(`${signed}.${signature}`)).toEqual({ status: 'unknown-key' });
    expect(auth.calls).toEqual(['GET /auth/v1/.well-known/jwks.json']);
  });

  it('refuses a token of an app that the user authorized at Auth', async () => {
    for (const client_id of ['9f2c6f2e-5a5e-4a3e-9d58-2d2d8a5b7a11', '', null])
      expect(await verifyAccessToken(await auth.signToken({ client_id }))).toEqual({ status: 'refused' });
  });

  it.each([
    ['another issuer', { iss: 'https://elsewhere.example/auth/v1' }],
    ['another audience', { aud: 'anon' }],
    ['the service role', { role: 'service_role' }],
    ['no session', { session_id: undefined }],
    ['a subject that is no account', { sub: 'admin' }],
  ])('refuses %s', async (_attack, claims) => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(await verifyAccessToken(await auth.signToken(claims))).toEqual({ status: 'refused' });
  });

  it('refuses a token signed by another key under the same key id', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const token = await new SignJWT({ iss: `${auth.url}/auth/v1`, aud: 'authenticated' })
      .setProtectedHeader({ alg: 'ES256', kid: 'key-1' })
      .setExpirationTime('1h')
      .sign(privateKey);
    expect(await verifyAccessToken(token)).toEqual({ status: 'refused' });
  });

  it('accepts none of a hundred unknown key ids, with one fetch of the key set', async () => {
    const tokens = await Promise.all(
      Array.from({ length: 100 }, (_, index) => auth.signToken({}, { kid: `unknown-${index}` })),
    );
    const checks = await Promise.all(tokens.map((token) => verifyAccessToken(token)));
    expect(new Set(checks.map(({ status }) => status))).toEqual(new Set(['unknown-key']));
    expect(auth.calls).toHaveLength(1);
  });

  it.each(['', 'x', 'a.b.c', '../auth', 'eyJhbGciOiJFUzI1NiJ9..', '💥', 'a'.repeat(50_000)])(
    'refuses garbage without throwing: %#',
    async (token) => {
      expect(await verifyAccessToken(token)).toEqual({ status: 'refused' });
    },
  );

  it('gives no access without a refusal while the key set is unavailable', async () => {
    auth.answers.keySet = () => ({ status: 503, body: {} });
    expect(await verifyAccessToken(await auth.signToken())).toEqual({ status: 'unavailable' });
    auth.answers.keySet = () => ({ status: 200, body: { keys: [auth.publicKey] } });
    expect((await verifyAccessToken(await auth.signToken())).status).toBe('valid');
  });
});

describe('a token that was checked', () => {
  it("isn't checked again within a minute by any bundle of this process", async () => {
    const verify = jest.spyOn(crypto.subtle, 'verify');
    const token = await auth.signToken();
    expect(await verifyAccessToken(token)).toMatchObject({ status: 'valid', known: false });
    jest.resetModules();
    const otherBundle = await import('./verify-access-token');
    for (const check of [verifyAccessToken, otherBundle.verifyAccessToken]) {
      expect(await check(token)).toMatchObject({ status: 'valid', known: true });
    }
    expect(verify).toHaveBeenCalledTimes(1);
    expect(auth.calls).toHaveLength(1);

    passTime(60_000);
    expect(await verifyAccessToken(token)).toMatchObject({ status: 'valid', known: false });
  });

  it('still expires to the second', async () => {
    const token = await auth.signToken({ exp: Math.floor(Date.now() / 1000) + 30 });
    expect((await verifyAccessToken(token)).status).toBe('valid');
    passTime(30_000);
    expect(await verifyAccessToken(token)).toEqual({ status: 'expired' });
  });

  it("doesn't vouch for another token with the same claims", async () => {
    const token = await auth.signToken();
    expect((await verifyAccessToken(token)).status).toBe('valid');
    expect(await verifyAccessToken(`${token.slice(0, -4)}AAAA`)).toEqual({ status: 'refused' });
  });
});

describe('a project that signs with a shared secret', () => {
  let token: string;
  let owner: string;

  beforeEach(async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const [, payload = ''] = (await auth.signToken()).split('.');
    token = `${base64url({ alg: 'HS256', typ: 'JWT' })}.${payload}.c2ln`;
    owner = JSON.parse(Buffer.from(payload, 'base64url').toString()).sub;
    auth.answers.keySet = () => ({ status: 200, body: { keys: [] } });
  });

  it('is asked about a token once a minute, and the log explains once why this is slower', async () => {
    auth.answers.user = () => ({ status: 200, body: { id: owner } });
    for (const known of [false, true, true]) {
      expect(await verifyAccessToken(token)).toMatchObject({ status: 'valid', known });
    }
    expect(auth.calls).toEqual(['GET /auth/v1/.well-known/jwks.json', 'GET /auth/v1/user']);
    expect(console.warn).toHaveBeenCalledTimes(1);
    expect(console.warn).toHaveBeenCalledWith(expect.stringMatching(/shared secret \(HS256\).*slows/));
  });

  it('is asked with only the token and the public key, in this API version', async () => {
    const seen: unknown[] = [];
    auth.answers.user = (headers) => {
      seen.push([headers.authorization, headers.apikey, headers['x-supabase-api-version']]);
      return { status: 200, body: { id: owner } };
    };
    await verifyAccessToken(token);
    expect(seen).toEqual([[`Bearer ${token}`, 'sb_publishable_test', '2024-01-01']]);
  });

  it.each([
    ['has another audience', { aud: 'anon' }, 'refused'],
    ['has another issuer', { iss: 'https://elsewhere.example' }, 'refused'],
    ['has expired', { exp: 0 }, 'expired'],
    ['has no expiry', { exp: undefined }, 'expired'],
  ])("isn't asked about a token that %s", async (_, claims, status) => {
    const [, payload] = (await auth.signToken(claims)).split('.');
    const other = `${base64url({ alg: 'HS256', typ: 'JWT' })}.${payload}.c2ln`;
    expect(await verifyAccessToken(other)).toEqual({ status });
    expect(auth.calls).toEqual(['GET /auth/v1/.well-known/jwks.json']);
  });

  it('lets a token expire to the millisecond', async () => {
    auth.answers.user = () => ({ status: 200, body: { id: owner } });
    const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    passTime(0);
    jest.setSystemTime(exp * 1000 - 1);
    expect((await verifyAccessToken(token)).status).toBe('valid');
    jest.setSystemTime(exp * 1000);
    expect(await verifyAccessToken(token)).toEqual({ status: 'expired' });
  });

  it('gives no verdict on a token while it is down', async () => {
    auth.answers.user = () => ({ status: 503, body: {} });
    for (let count = 0; count < 2; count++)
      expect(await verifyAccessToken(token)).toEqual({ status: 'unavailable' });
    await auth.stop();
    expect(await verifyAccessToken(token)).toEqual({ status: 'unavailable' });
    expect(console.error).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['an error', 503, {}],
    ['an error with the code of a refusal', 500, { code: 'bad_jwt' }],
    ['no error with the code of a refusal', 200, { code: 'bad_jwt' }],
    ['too many requests', 429, { code: 'over_request_rate_limit' }],
    ['a gateway that rejects the API key', 401, { message: 'Invalid API key' }],
    ['a page of a proxy', 200, '<html>'],
    ['another account', 200, { id: 'somebody-else' }],
  ])('gives no verdict on a token by answering with %s', async (_outage, status, body) => {
    auth.answers.user = () => ({ status, body });
    expect(await verifyAccessToken(token)).toEqual({ status: 'unavailable' });
    // Only an unreachable Auth is logged.
    expect(console.error).not.toHaveBeenCalled();
  });

  it.each([
    ['bad_jwt', 'refused'],
    ['session_not_found', 'expired'],
    ['session_expired', 'expired'],
    ['user_not_found', 'expired'],
    ['user_banned', 'expired'],
  ])('is trusted if it answers %s', async (code, status) => {
    auth.answers.user = () => ({ status: 403, body: { code, message: '' } });
    expect(await verifyAccessToken(token)).toEqual({ status });
  });
});
