import { type AuthServer, startAuthServer } from '../../testing/auth-server';
import { passTime } from '../../testing/pass-time';

let auth: AuthServer;
let verifyAccessToken: typeof import('./verify-access-token').verifyAccessToken;

const minutes = (count: number) => count * 60_000;
beforeEach(async () => {
  auth = await startAuthServer();
  process.env.SUPABASE_URL = auth.url;
  process.env.SUPABASE_PUBLISHABLE_KEY = 'sb_publishable_test';
  process.env.SUPABASE_SECRET_KEY = 'sb_secret_test';
  jest.resetModules();
  globalThis.countersign = undefined;
  ({ verifyAccessToken } = await import('./verify-access-token'));
});
afterEach(async () => {
  jest.restoreAllMocks();
  jest.useRealTimers();
  await auth.stop();
});

const status = async () =>
  (await verifyAccessToken(await auth.signToken({ exp: Math.floor(Date.now() / 1000) + 7200 }))).status;

describe('the key set', () => {
  it('is fetched once in ten minutes', async () => {
    await status();
    passTime(minutes(10) - 1000);
    await status();
    expect(auth.calls).toHaveLength(1);
    passTime(2000);
    await status();
    expect(auth.calls).toHaveLength(2);
  });

  it('serves for the life of one token while Auth is out of reach, and then gives no access', async () => {
    expect(await status()).toBe('valid');
    auth.answers.keySet = () => ({ status: 503, body: {} });
    passTime(minutes(59));
    expect(await status()).toBe('valid');
    passTime(minutes(2));
    expect(await status()).toBe('unavailable');
  });

  it('takes a new key within one fetch', async () => {
    await status();
    const other = await startAuthServer();
    const rotated = { ...other.publicKey, kid: 'key-2' };
    auth.answers.keySet = () => ({ status: 200, body: { keys: [rotated] } });
    passTime(31_000);
    const claims = { iss: `${auth.url}/auth/v1`, exp: Math.floor(Date.now() / 1000) + 3600 };
    const token = await other.signToken(claims, { kid: 'key-2' });
    expect((await verifyAccessToken(token)).status).toBe('valid');
    expect(auth.calls).toHaveLength(2);
    await other.stop();
  });

  it('refuses a removed key within ten minutes, for a token it had just let in too', async () => {
    const token = await auth.signToken({ exp: Math.floor(Date.now() / 1000) + 7200 });
    expect((await verifyAccessToken(token)).status).toBe('valid');
    auth.answers.keySet = () => ({ status: 200, body: { keys: [{ ...auth.publicKey, kid: 'key-2' }] } });
    passTime(minutes(10) - 1000);
    // Checked again at the last moment, and so remembered.
    expect(await verifyAccessToken(token)).toMatchObject({ status: 'valid', known: false });
    passTime(1000);
    expect(await verifyAccessToken(token)).toEqual({ status: 'unknown-key' });
  });

  it.each([
    ['a page of somebody in between', '<html>'],
    ['JSON of something else', { hello: 'world' }],
    ['null', null],
  ])('is not replaced by %s', async (_garbage, body) => {
    expect(await status()).toBe('valid');
    auth.answers.keySet = () => ({ status: 200, body });
    passTime(minutes(11));
    expect(await status()).toBe('valid');
    expect(auth.calls).toHaveLength(2);
  });

  it('costs one fetch for any number of unknown keys in half a minute, and then one more', async () => {
    await status();
    const unknown = async () => {
      const tokens = Array.from({ length: 50 }, (_, index) =>
        auth.signToken({}, { kid: `made-up-${index}` }),
      );
      for (const token of await Promise.all(tokens)) await verifyAccessToken(token);
    };
    await unknown();
    expect(auth.calls).toHaveLength(1);
    passTime(30_000);
    await unknown();
    expect(auth.calls).toHaveLength(2);
  });
});
