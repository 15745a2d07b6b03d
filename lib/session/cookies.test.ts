import '../testing/unreachable-project';
import { generateKeyPair, SignJWT } from 'jose';
import { seal } from '../http/seal';
import {
  checkCookieBudget,
  cookieBytes,
  hasSessionCookie,
  largeSessionInBytes,
  readSessionCookie,
  SessionTooLarge,
  type StoredSession,
  sessionCookieName,
  writeSessionCookie,
} from './cookies';

afterEach(() => jest.restoreAllMocks());

const name = 'sb-abcdefgh-auth-token';
const sessionOf = (tokenLength: number): StoredSession => ({
  access_token: 'x'.repeat(tokenLength),
  refresh_token: 'refresh',
  expires_at: 1_800_000_000,
  expires_in: 3600,
  token_type: 'bearer',
});

/** The module of a process with these settings. */
async function startWith(settings: Record<string, string>): Promise<typeof import('./cookies')> {
  delete process.env.SUPABASE_SECRET_KEY_PREVIOUS;
  Object.assign(process.env, settings);
  jest.resetModules();
  return import('./cookies');
}

describe('session cookies', () => {
  it('are recognized by their names, whatever their content and other cookies', () => {
    const others = [{ name: 'theme', value: 'dark' }];
    expect([hasSessionCookie([]), hasSessionCookie(others)]).toEqual([false, false]);
    for (const ours of [name, `${name}.0`, `${name}.12`])
      expect(hasSessionCookie([...others, { name: ours, value: '' }])).toBe(true);
  });

  it('are named as @supabase/ssr names them', () => {
    expect(sessionCookieName()).toBe(name);
  });

  it('have these attributes: path, lax, 400 days, HttpOnly, Secure on https, no domain', () => {
    for (const { options } of writeSessionCookie(sessionOf(5000), [])) {
      expect(options).toEqual({
        path: '/',
        sameSite: 'lax',
        httpOnly: true,
        secure: true,
        maxAge: 34_560_000,
      });
    }
  });

  it('can have another name and life', () => {
    const [waiting] = writeSessionCookie(sessionOf(10), [], { name: 'pending-mfa', maxAge: 600 });
    expect(waiting).toMatchObject({ name: 'pending-mfa', options: { maxAge: 600, secure: true } });
  });

  it('are split at 3180 characters: a session of three chunks is read back whole', async () => {
    const session = sessionOf(6500);
    const cookies = writeSessionCookie(session, []);
    expect(cookies.map((cookie) => cookie.name)).toEqual([`${name}.0`, `${name}.1`, `${name}.2`]);
    expect(cookies.slice(0, 2).map(({ value }) => value.length)).toEqual([3180, 3180]);
    expect(await readSessionCookie(cookies)).toEqual(session);
  });

  it('contain tokens only: no user, no provider tokens', async () => {
    const given = { ...sessionOf(10), user: { email: 'ada@example.com' } } as StoredSession;
    expect(await readSessionCookie(writeSessionCookie(given, []))).toEqual(sessionOf(10));
    const plain = { ...sessionOf(10), access_token: 'x'.repeat(10) };
    const longer = cookieBytes(writeSessionCookie(given, [])) - cookieBytes(writeSessionCookie(plain, []));
    expect(longer).toBe(0);
  });

  it('are sealed: they contain no part of a token in any encoding, and no two are equal', () => {
    const session = { ...sessionOf(0), access_token: 'header.payload.signature', refresh_token: 'refresh' };
    const [one, other] = [writeSessionCookie(session, []), writeSessionCookie(session, [])];
    const value = one[0]?.value ?? '';
    const shown = value + Buffer.from(value.slice('sealed-'.length), 'base64url').toString('latin1');
    for (const part of ['header', 'payload', 'signature', 'refresh', 'bearer']) {
      expect(shown).not.toContain(part);
      expect(shown).not.toContain(Buffer.from(part).toString('base64url'));
    }
    expect(other[0]?.value).not.toBe(value);
  });

  it('of the previous release are opened by the next one', async () => {
    const sealed =
      'BwcHBwcHBwcHBwcHLmYB-YWQSB-cIJMdmMfJ_Z8KezjexjZE0QWAA85hgwuxv3NO5kv0fHoj1YfQ4u4KW34zX6Q0gn' +
      '8WAs_oKRLcviw8O6Xknn3FYxCr5RDr1Uq-O8oE_zpkrCdC6ySo28JeLLJ5l8ExYMPlEnOqjuBLyrFcKQgG_EEjvP_R' +
      'rfHtta8Uuw';
    const session = { ...sessionOf(0), access_token: 'a.b.c' };
    expect(await readSessionCookie([{ name, value: `sealed-${sealed}` }])).toEqual(session);
    expect(writeSessionCookie(session, [])[0]?.value).toMatch(/^sealed-/);
  });

  it('take 38 bytes more than unsealed', () => {
    const [cookie] = writeSessionCookie(sessionOf(1500), []);
    const clear = `base64-${Buffer.from(JSON.stringify(sessionOf(1500))).toString('base64url')}`;
    expect((cookie?.value.length ?? 0) - clear.length).toBeLessThanOrEqual(38);
  });
});

describe('no session', () => {
  const name0 = `${name}.0`;
  const name1 = `${name}.1`;
  const valuesOf = (cookies: { name: string; value: string }[]) =>
    Object.fromEntries(cookies.map((cookie) => [cookie.name, cookie.value]));
  const readValues = (values: Record<string, string>, cookieName?: string) =>
    readSessionCookie(
      Object.entries(values).map(([key, value]) => ({ name: key, value })),
      cookieName,
    );
  const session = sessionOf(4000);

  it.each([
    ['swapped', (one: string, two: string) => ({ [name0]: two, [name1]: one })],
    ['cut short', (one: string, two: string) => ({ [name0]: one, [name1]: two.slice(0, -1) })],
    ['without the last', (one: string) => ({ [name0]: one })],
    ['without the first', (_: string, two: string) => ({ [name1]: two })],
    ['twice the same', (one: string) => ({ [name0]: one, [name1]: one })],
    ['longer', (one: string, two: string) => ({ [name0]: one, [name1]: `${two}AAAA` })],
    ['in the clear', () => ({ [name]: `base64-${btoa(JSON.stringify(session))}` })],
  ])('in chunks that are %s', async (_kind, change) => {
    const values = valuesOf(writeSessionCookie(session, []));
    expect(await readValues(values)).toEqual(session);
    expect(await readValues(change(values[name0] ?? '', values[name1] ?? ''))).toBeNull();
  });

  it.each<[string, Record<string, string>]>([
    ['nothing sealed', { '': 'sealed-' }],
    ['broken sealed text', { '': 'sealed-***' }],
    ['a first sealed chunk without the rest', { '.0': `sealed-${'A'.repeat(3173)}` }],
    ['an empty value', { '': '' }],
  ])('in a session cookie of %s, which is cleared', async (_kind, chunks) => {
    const carried = Object.entries(chunks).map(([chunk, value]) => ({ name: name + chunk, value }));
    expect(await readSessionCookie(carried)).toBeNull();
    const cleared = writeSessionCookie(null, carried);
    expect(cleared.map((cookie) => [cookie.name, cookie.value, cookie.options.maxAge])).toEqual(
      carried.map((cookie) => [cookie.name, '', 0]),
    );
  });

  it('in chunks of two sessions of the same user', async () => {
    const [one, other] = [
      valuesOf(writeSessionCookie(session, [])),
      valuesOf(writeSessionCookie(session, [])),
    ];
    expect(await readValues({ [name0]: one[name0] ?? '', [name1]: other[name1] ?? '' })).toBeNull();
  });

  it('in a cookie larger than any session, even if sealed here', async () => {
    const [large, larger] = [sessionOf(36_000), sessionOf(37_000)];
    expect(await readSessionCookie(writeSessionCookie(large, []))).toEqual(large);
    expect(await readSessionCookie(writeSessionCookie(larger, []))).toBeNull();
  });

  it.each([
    ...['', 'no JSON', '{"access_token":', 'null', '[]', '{"access_token":"x"}'],
    ...['{"__proto__":{"access_token":"x"}}', '{"access_token":1,"refresh_token":2,"expires_at":"x"}'],
  ])('in sealed text like %j', async (text) => {
    const value = `sealed-${seal(text, { name, secretKey: process.env.SUPABASE_SECRET_KEY ?? '' })}`;
    expect(await readValues({ [name]: value })).toBeNull();
  });

  it('in a renamed cookie of another name', async () => {
    const waiting = writeSessionCookie(sessionOf(10), [], { name: 'pending-mfa', maxAge: 600 });
    const value = waiting[0]?.value ?? '';
    expect(await readValues({ 'pending-mfa': value }, 'pending-mfa')).toEqual(sessionOf(10));
    expect(await readValues({ [name]: value })).toBeNull();
  });
});

describe('a new secret key', () => {
  afterAll(() => void startWith({ SUPABASE_SECRET_KEY: 'sb_secret_test' }));

  it('keeps users signed in while the previous one is set, and signs them out after that', async () => {
    const before = await startWith({ SUPABASE_SECRET_KEY: 'sb_secret_old' });
    const carried = before.writeSessionCookie(sessionOf(10), []);
    const rotated = await startWith({
      SUPABASE_SECRET_KEY: 'sb_secret_new',
      SUPABASE_SECRET_KEY_PREVIOUS: 'sb_secret_old',
    });
    expect(await rotated.readSessionCookie(carried)).toEqual(sessionOf(10));
    const renewed = rotated.writeSessionCookie(sessionOf(10), carried);
    const later = await startWith({ SUPABASE_SECRET_KEY: 'sb_secret_new' });
    expect(await later.readSessionCookie(carried)).toBeNull();
    expect(await later.readSessionCookie(renewed)).toEqual(sessionOf(10));
  });
});

describe('a change of the secret key, with several processes', () => {
  const old = { SUPABASE_SECRET_KEY: 'sb_secret_old' };
  const prepared = { ...old, SUPABASE_SECRET_KEY_PREVIOUS: 'sb_secret_new' };
  const changed = { SUPABASE_SECRET_KEY: 'sb_secret_new', SUPABASE_SECRET_KEY_PREVIOUS: 'sb_secret_old' };

  it.each([
    ['the first step', old, prepared],
    ['the second', prepared, changed],
  ])('keeps users signed in during %s, on any process', async (_step, before, after) => {
    for (const [sealing, opening] of [
      [before, after],
      [after, before],
    ] as const) {
      const carried = (await startWith(sealing)).writeSessionCookie(sessionOf(10), []);
      expect(await (await startWith(opening)).readSessionCookie(carried)).toEqual(sessionOf(10));
    }
  });

  it("in one step would sign out users on a process that hasn't changed yet", async () => {
    const carried = (await startWith(changed)).writeSessionCookie(sessionOf(10), []);
    expect(await (await startWith(old)).readSessionCookie(carried)).toBeNull();
  });
});

describe('the cookie budget', () => {
  const token = `x.${Buffer.from(JSON.stringify({ sub: 'a', user_metadata: 'm'.repeat(900) })).toString('base64url')}.x`;
  const cookiesOf = (bytes: number) => [{ name: 'n', value: 'v'.repeat(bytes) }];

  it('fits the largest session of our sign-in methods with all other cookies', async () => {
    const { privateKey } = await generateKeyPair('ES256');
    const accessToken = await new SignJWT(largestClaims())
      .setProtectedHeader({ alg: 'ES256', kid: crypto.randomUUID(), typ: 'JWT' })
      .sign(privateKey);
    const session = { ...sessionOf(0), access_token: accessToken, refresh_token: 'r'.repeat(24) };
    const all = [
      ...writeSessionCookie(session, []),
      { name: 'theme', value: 'light' },
      { name: 'last-method', value: 'password' },
      { name: 'device', value: Array(11).fill('k'.repeat(22)).join('.') },
      { name: 'wallet-sign-in', value: 'w'.repeat(22) },
      // During the flow that adds a provider from the account page.
      { name: 'oauth-state', value: 'p'.repeat(200) },
    ];
    expect(cookieBytes(all)).toBeLessThan(largeSessionInBytes);
    expect(cookieBytes(all)).toBeGreaterThan(largeSessionInBytes / 2);
  });

  it('logs nothing under 6 kB', () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    checkCookieBudget(cookiesOf(6000), token);
    expect(warn).not.toHaveBeenCalled();
  });

  it('finds the largest claim at any place, or none', () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    const tokenOf = (claims: object) => `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;
    checkCookieBudget(cookiesOf(7000), tokenOf({ a: 'x', largest: 'x'.repeat(9), b: 'x' }));
    checkCookieBudget(cookiesOf(7000), tokenOf({}));
    const [first, second] = warn.mock.calls.flat();
    expect(first).toContain('largest with 11 bytes');
    expect(second).toContain('none with 0 bytes');
  });

  it('logs a line that names the largest claim, not its content, above 6 kB', () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    checkCookieBudget(cookiesOf(7000), token);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(warn.mock.calls[0]?.[0]).toContain('user_metadata');
    expect(warn.mock.calls[0]?.[0]).not.toContain('mmm');
  });

  it('is exact to the byte, and works without a token', () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    // `n=`, the value, and `; `.
    checkCookieBudget(cookiesOf(6 * 1024 - 4), token);
    expect(warn).not.toHaveBeenCalled();
    checkCookieBudget(cookiesOf(6 * 1024 - 3), undefined);
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('unknown'));
    checkCookieBudget(cookiesOf(12 * 1024 - 4), token);
    expect(() => checkCookieBudget(cookiesOf(12 * 1024 - 3), token)).toThrow(SessionTooLarge);
  });

  it('refuses above 12 kB, since browsers would drop it', () => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    expect(() => checkCookieBudget(cookiesOf(13_000), token)).toThrow(SessionTooLarge);
  });
});

/** The longest possible email, names and picture, from GitHub and Google with all claims, a wallet and a second factor. */
function largestClaims(): Record<string, unknown> {
  const email = `${'e'.repeat(242)}@example.com`;
  const now = 1_800_000_000;
  const amr = ['totp', 'recovery', 'oauth', 'password', 'otp', 'web3'];
  return {
    iss: `https://${'r'.repeat(20)}.supabase.co/auth/v1`,
    ...{ sub: crypto.randomUUID(), session_id: crypto.randomUUID() },
    ...{ aud: 'authenticated', role: 'authenticated', aal: 'aal2', is_anonymous: false },
    ...{ exp: now, iat: now, email, phone: '' },
    amr: amr.map((method) => ({ method, timestamp: now })),
    app_metadata: { provider: 'github', providers: ['github', 'google', 'email', 'web3'] },
    user_metadata: {
      avatar_url: `https://lh3.googleusercontent.com/a/${'p'.repeat(100)}`,
      picture: `https://lh3.googleusercontent.com/a/${'p'.repeat(100)}`,
      custom_claims: { address: 'a'.repeat(44), chain: 'solana', network: 'mainnet', domain: 'd'.repeat(60) },
      ...{ email, email_verified: true, phone_verified: false, iss: 'https://accounts.google.com' },
      ...{ full_name: 'n'.repeat(100), name: 'n'.repeat(100), user_name: 'u'.repeat(39) },
      ...{ preferred_username: 'u'.repeat(39), provider_id: '1'.repeat(21), sub: '1'.repeat(21) },
    },
  };
}
