import '../testing/unreachable-project';
import { passTime } from '../testing/pass-time';

process.env.SITE_URL = 'https://wallets.example.com';
jest.mock('next/headers', () => ({
  headers: async () => {
    throw new Error('Nobody asks: this is the server by itself.');
  },
}));

let offered: typeof import('./offered-passkeys');
let settings: Record<string, unknown>;
let options: () => Promise<Response>;
let said: jest.SpyInstance;
let isReadable: boolean;
const asked = { settings: 0, options: 0 };

const withRpId = (rpId: string) => async () =>
  Response.json({ challenge_id: 'c', options: { challenge: 'x', rpId }, expires_at: 1 });
const unset = async () =>
  Response.json(
    { code: 'unexpected_failure', message: 'Failed to initialize WebAuthn: the RPID is missing' },
    { status: 500 },
  );
const flooded = async () => Response.json({ code: 'over_request_rate_limit', message: '' }, { status: 429 });
const outage = () => Promise.reject(new TypeError('fetch failed'));

beforeEach(async () => {
  jest.resetModules();
  globalThis.countersign = undefined;
  Object.assign(asked, { settings: 0, options: 0 });
  settings = { external: { email: true }, passkeys_enabled: true };
  options = withRpId('example.com');
  isReadable = true;
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    if (String(input).endsWith('/rpc/can_read_passkeys')) return Response.json(isReadable);
    const kind = String(input).endsWith('/settings') ? 'settings' : 'options';
    asked[kind] += 1;
    return kind === 'settings' ? Response.json(settings) : options();
  });
  said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  offered = await import('./offered-passkeys');
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

it('gives concurrent callers the answer to the first request', async () => {
  const both = await Promise.all([offered.readOfferedPasskeys(), offered.readOfferedPasskeys()]);
  expect(both).toEqual(Array(2).fill({ isOffered: true, rpId: 'example.com' }));
});

it('requests options once an hour, for any number of pages', async () => {
  await Promise.all([offered.readOfferedPasskeys(), offered.peekPasskeys()]);
  expect(await offered.peekPasskeys()).toEqual({ isOffered: true, rpId: 'example.com' });
  passTime(59 * 60_000);
  await offered.readOfferedPasskeys();
  expect(asked.options).toBe(1);
  passTime(61 * 60_000);
  expect(await offered.readOfferedPasskeys()).toEqual({ isOffered: true, rpId: 'example.com' });
  const known = globalThis.countersign?.get('passkeys') as { inFlight?: Promise<void> } | undefined;
  await known?.inFlight;
  expect(asked.options).toBe(2);
  expect(said).not.toHaveBeenCalled();
});

it.each([
  ['of an older Auth, which says nothing of passkeys', { external: {} }],
  ['with passkeys off', { external: {}, passkeys_enabled: false }],
])('offers none in a project %s, and requests no options', async (_, told) => {
  settings = told;
  expect(await offered.arePasskeysOffered()).toBe(false);
  expect(await offered.arePasskeysMisconfigured()).toBe(false);
  expect(asked.options).toBe(0);
  expect(said).not.toHaveBeenCalled();
});

it.each([
  [
    'is of another site',
    withRpId('example.org'),
    /RP ID is example\.org, and SITE_URL is https:\/\/wallets\.example\.com/,
  ],
  ['is of a host below this one', withRpId('a.wallets.example.com'), /RP ID is a\.wallets/],
  ['is not set', unset, /RP ID or its origins are missing/],
])('offers none if the RP ID %s, logs it once, and retries in a minute', async (_, answer, words) => {
  options = answer;
  expect(await offered.arePasskeysOffered()).toBe(false);
  expect(await offered.arePasskeysMisconfigured()).toBe(true);
  passTime(61_000);
  expect(await offered.arePasskeysOffered()).toBe(false);
  expect(asked.options).toBe(2);
  expect(said).toHaveBeenCalledTimes(1);
  expect(said).toHaveBeenCalledWith(expect.stringMatching(words));
  options = withRpId('wallets.example.com');
  passTime(61_000);
  await offered.readOfferedPasskeys();
  expect(await offered.readOfferedPasskeys()).toEqual({ isOffered: true, rpId: 'wallets.example.com' });
  expect(await offered.arePasskeysMisconfigured()).toBe(false);
});

it('offers none if the database may not read them, logs it, and requests no options', async () => {
  isReadable = false;
  expect(await offered.arePasskeysOffered()).toBe(false);
  expect(await offered.arePasskeysMisconfigured()).toBe(true);
  expect(asked.options).toBe(0);
  expect(said).toHaveBeenCalledWith(expect.stringContaining('auth.webauthn_credentials'));
});

it.each([
  ['is away', outage],
  ['gives no more challenges for now', flooded],
])("keeps the last answer while Auth %s, and doesn't report a misconfiguration", async (_, answer) => {
  await offered.readOfferedPasskeys();
  options = answer;
  passTime(61 * 60_000);
  expect(await offered.arePasskeysOffered()).toBe(true);
  expect(await offered.arePasskeysMisconfigured()).toBe(false);
});

it("offers none while unknown, and doesn't report a misconfiguration", async () => {
  options = outage;
  expect(await offered.arePasskeysOffered()).toBe(false);
  expect(await offered.arePasskeysMisconfigured()).toBe(false);
  expect(said).not.toHaveBeenCalled();
});
