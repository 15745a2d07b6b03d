import { passTime } from '../../../../lib/testing/pass-time.ts';
import { settings } from '../testing/visit.ts';
import { sealCookies, writeSetCookie } from './sealed-cookies.ts';
import { checkSettings } from './settings.ts';

const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

test.each(['', 'a', 'ab'])(
  'a cookie is refused with any one bit changed, one that decoders ignore too: %j',
  async (filler) => {
    const cookies = sealCookies(checkSettings(settings));
    const { name, value } = await cookies.write('session', { filler });
    const read = (changed: string) => cookies.read('session', `${name}=${changed}`);
    expect(await read(value)).toEqual({ filler });
    const flips = [...value].flatMap((character, place) =>
      [1, 2, 4, 8, 16, 32].map((bit) => {
        const other = base64url[base64url.indexOf(character) ^ bit] ?? 'A';
        return `${value.slice(0, place)}${other}${value.slice(place + 1)}`;
      }),
    );
    for (const changed of flips) expect(await read(changed)).toBeNull();
    for (const added of ['=', ' ', '\n', '\t']) expect(await read(`${value}${added}`)).toBeNull();
  },
);

test('a shared domain shares the session, but no sign-in, which another host could plant', async () => {
  const cookie = { name: 'session', domain: 'app.example', maxAge: 3600 };
  const redirectUri = 'https://www.app.example/auth/callback';
  const cookies = sealCookies(checkSettings({ ...settings, redirectUri, cookie }));
  const set = await Promise.all([
    cookies.write('session', {}),
    cookies.write('ended', {}),
    cookies.clear('session'),
    cookies.write('signIn', {}, 'one'),
  ]);
  expect(set.map(writeSetCookie)).toEqual([
    expect.stringMatching(
      /^__Secure-session=ey[^;]+; Path=\/; Max-Age=3600; Domain=app.example; HttpOnly; .*; Secure$/,
    ),
    expect.stringMatching(/^__Secure-session-ended=ey[^;]+; Path=\/; Max-Age=2595600; Domain=app.example; /),
    expect.stringMatching(/^__Secure-session=; Path=\/; Max-Age=0; Domain=app.example; /),
    expect.stringMatching(/^__Host-session-sign-in-one=ey[^;]+; Path=\/; Max-Age=600; HttpOnly; /),
  ]);
});

test('signing out also ends sessions from before the domain was set, removed or changed', () => {
  const redirectUri = 'https://www.app.example/auth/callback';
  const both = '__Host-session=a; __Secure-session=b; __Secure-other=c';
  const clear = (header: string, domain?: string) => {
    const cookie = { name: 'session', ...(domain && { domain }) };
    const { clearSessions } = sealCookies(checkSettings({ ...settings, redirectUri, cookie }));
    return clearSessions(header).map(({ name, options }) => `${name} ${options.domain ?? ''}`);
  };
  // Browsers refuse the last one.
  const ofDomains = ['www.app.example', 'app.example', 'example'].map((name) => `__Secure-session ${name}`);
  for (const domain of [undefined, 'app.example'])
    expect(clear(both, domain)).toEqual(['__Host-session ', ...ofDomains]);
  expect(clear('__Secure-other=c')).toEqual(['__Host-session ']);
});

test('of two sessions after a change of the domain, the newest is read', async () => {
  const cookiesFor = (maxAge: number) => sealCookies(checkSettings({ ...settings, cookie: { maxAge } }));
  const cookies = cookiesFor(3600);
  const write = async (at: string, by = cookies) => {
    const { name, value } = await by.write('session', { at });
    return `${name}=${value}`;
  };
  const before = await write('before', cookiesFor(7200));
  passTime(1000);
  const now = await write('now');
  for (const header of [`${before}; ${now}`, `${now}; ${before}`])
    expect(await cookies.read('session', header)).toEqual({ at: 'now' });
  jest.useRealTimers();
});

test('a copied session ends with the lifetime that the app set, also if the app sets it again', async () => {
  const cookies = sealCookies(checkSettings({ ...settings, cookie: { maxAge: 3600 } }));
  const { name, value } = await cookies.write('session', {});
  passTime(3_599_000);
  expect(await cookies.read('session', `${name}=${value}`)).toEqual({});
  const kept = await cookies.keep('session', `${name}=${value}`);
  expect(kept?.options.maxAge).toBe(1);
  passTime(2000);
  for (const copy of [value, kept?.value])
    expect(await cookies.read('session', `${name}=${copy}`)).toBeNull();
  jest.useRealTimers();
});
