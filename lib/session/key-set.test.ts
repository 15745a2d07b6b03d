import { type AuthServer, authServerOfEachTest, startAuthServer } from '../testing/auth-server';
import { passTime } from '../testing/pass-time';

let auth: AuthServer;
let verifyAccessToken: typeof import('./verify-access-token').verifyAccessToken;

const minutes = (count: number) => count * 60_000;
authServerOfEachTest(async (server) => {
  auth = server;
  ({ verifyAccessToken } = await import('./verify-access-token'));
});

const status = async () =>
  (await verifyAccessToken(await auth.signToken({ exp: Math.floor(Date.now() / 1000) + 7200 }))).status;

describe('the key set', () => {
  it('is requested with the public key only', async () => {
    let sent: unknown;
    auth.answers.keySet = ({ apikey, authorization }) => {
      sent = { apikey, authorization };
      return { status: 200, body: { keys: [auth.publicKey] } };
    };
    await status();
    expect(sent).toEqual({ apikey: 'sb_publishable_test', authorization: undefined });
  });

  it('is fetched once in ten minutes, requested once in 30 s while Auth is down, and gives no access past its hour, to the millisecond', async () => {
    passTime(0);
    const token = await auth.signToken({ exp: Math.floor(Date.now() / 1000) + 7200 });
    const isGoodAfter = async (milliseconds: number) => {
      passTime(milliseconds);
      return [(await verifyAccessToken(token)).status, auth.calls.length];
    };
    expect(await isGoodAfter(0)).toEqual(['valid', 1]);
    expect(await isGoodAfter(minutes(10) - 1)).toEqual(['valid', 1]);
    auth.answers.keySet = () => ({ status: 503, body: {} });
    expect(await isGoodAfter(1)).toEqual(['valid', 2]);
    expect(await isGoodAfter(29_999)).toEqual(['valid', 2]);
    expect(await isGoodAfter(1)).toEqual(['valid', 3]);
    expect(await isGoodAfter(minutes(49))).toEqual(['valid', 4]);
    // Past its hour despite the recent request.
    expect(await isGoodAfter(29_999)).toEqual(['valid', 4]);
    expect(await isGoodAfter(1)).toEqual(['unavailable', 5]);
    expect(await isGoodAfter(1)).toEqual(['unavailable', 6]);
  });

  it('is ignored in an error response', async () => {
    auth.answers.keySet = () => ({ status: 503, body: { keys: [auth.publicKey] } });
    expect(await status()).toBe('unavailable');
  });

  it("that can't be refreshed for an unknown key reports an unknown key", async () => {
    passTime(0);
    await status();
    const unknown = await auth.signToken({ exp: Math.floor(Date.now() / 1000) + 7200 }, { kid: 'made-up' });
    auth.answers.keySet = () => ({ status: 503, body: {} });
    passTime(29_999);
    expect(await verifyAccessToken(unknown)).toEqual({ status: 'unknown-key' });
    expect(auth.calls).toHaveLength(1);
    passTime(1);
    expect(await verifyAccessToken(unknown)).toEqual({ status: 'unknown-key' });
    expect(auth.calls).toHaveLength(2);
  });

  it('without keys is logged once, and with keys never', async () => {
    const warned = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    await status();
    expect(warned).not.toHaveBeenCalled();
    auth.answers.keySet = () => ({ status: 200, body: { keys: [] } });
    for (let count = 0; count < 2; count++) {
      passTime(minutes(11));
      await status();
    }
    expect(auth.calls).toHaveLength(3);
    expect(warned).toHaveBeenCalledTimes(1);
  });

  it('accepts a new key within one fetch', async () => {
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

  it('refuses a removed key within ten minutes, even for a token it has just accepted', async () => {
    const token = await auth.signToken({ exp: Math.floor(Date.now() / 1000) + 7200 });
    expect((await verifyAccessToken(token)).status).toBe('valid');
    auth.answers.keySet = () => ({ status: 200, body: { keys: [{ ...auth.publicKey, kid: 'key-2' }] } });
    passTime(minutes(10) - 1000);
    // Checked again at the last moment, so it is remembered.
    expect(await verifyAccessToken(token)).toMatchObject({ status: 'valid', known: false });
    passTime(1000);
    expect(await verifyAccessToken(token)).toEqual({ status: 'unknown-key' });
  });

  it.each([
    ['a page of a proxy', '<html>'],
    ['JSON of something else', { hello: 'world' }],
    ['null', null],
  ])("isn't replaced by %s", async (_garbage, body) => {
    expect(await status()).toBe('valid');
    auth.answers.keySet = () => ({ status: 200, body });
    passTime(minutes(11));
    for (let count = 0; count < 2; count++) expect(await status()).toBe('valid');
    expect(auth.calls).toHaveLength(2);
  });

  it('is fetched once in 30 s for any number of unknown keys', async () => {
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
