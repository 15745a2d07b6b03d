import { createHmac, generateKeyPairSync } from 'node:crypto';
import { decodeJwt, SignJWT } from 'jose';
import { sendRaw } from './fixtures/raw-request.ts';
import {
  fetchTokens,
  packSession,
  sessionCookieName,
  type Tokens,
  writeCookieHeader,
} from './fixtures/session-cookies.ts';
import { expect, test } from './fixtures/test.ts';
import { readSetCookie } from './fixtures/visitor.ts';

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const packed = (value: unknown) => `base64-${base64url(value)}`;

/** What a cookie may hold besides, and is no session either, is in the table of cookies.test.ts. */
const garbage: Array<[string, Record<string, string>]> = [
  ['text', { '': 'hello' }],
  ['a seal of nobody', { '': `sealed-${'A'.repeat(2000)}` }],
  ['a second chunk without the first', { '.1': 'eyJhY2Nlc3NfdG9rZW4iOi' }],
];

for (const [kind, chunks] of garbage) {
  test(`a session cookie of ${kind} is signed out and cleared, without an error page`, async ({
    addresses,
  }) => {
    const cookies = new Map(
      Object.entries(chunks).map(([chunk, value]) => [sessionCookieName + chunk, value]),
    );
    const headers = { cookie: writeCookieHeader(cookies) };
    const visit = await sendRaw(addresses.siteUrl, { path: '/wallets', headers });
    expect([visit.status, visit.headers.location]).toEqual([307, '/sign-in?next=%2Fwallets']);
    const cleared = visit.setCookies.map(readSetCookie);
    expect(cleared.map(({ name }) => name).sort()).toEqual([...cookies.keys()].sort());
    for (const { value, attributes } of cleared) expect([value, attributes['max-age']]).toEqual(['', '0']);
    expect((await sendRaw(addresses.siteUrl, { path: '/sign-in', headers })).status).toBe(200);
  });
}

test('a session cookie that cannot even be decoded is signed out', async ({ addresses }) => {
  for (const value of ['%E0%A4%A', 'base64-%%%', '%']) {
    const headers = { cookie: `${sessionCookieName}=${value}` };
    expect((await sendRaw(addresses.siteUrl, { path: '/wallets', headers })).status).toBe(307);
    expect((await sendRaw(addresses.siteUrl, { path: '/sign-in', headers })).status).toBe(200);
  }
});

test('a session cookie cut short is signed out', async ({ account, addresses }) => {
  const [name, value] = [...packSession(await fetchTokens(addresses, account), addresses)][0] ?? ['', ''];
  for (const length of [value.length - 1, value.length - 40, Math.floor(value.length / 2), 20]) {
    const headers = { cookie: `${name}=${value.slice(0, length)}` };
    const { status, text } = await sendRaw(addresses.siteUrl, { path: '/account', headers });
    expect(status).toBe(307);
    expect(text.includes(account.email)).toBe(false);
  }
});

test('more cookies than a server reads are refused by it, never an error of ours', async ({ addresses }) => {
  const headers = { cookie: `${sessionCookieName}=base64-${'A'.repeat(20_000)}` };
  expect((await sendRaw(addresses.siteUrl, { path: '/wallets', headers })).status).toBe(431);
});

test('a forged access token opens nothing, however it is forged', async ({ account, addresses }) => {
  const victim = await fetchTokens(addresses, account);
  const claims = decodeJwt(victim.access_token);
  const [head = '', body = '', signature = ''] = victim.access_token.split('.');
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { kid: string };
  const keySet = await (await fetch(`${addresses.supabaseUrl}/auth/v1/.well-known/jwks.json`)).text();
  const hs256 = `${base64url({ alg: 'HS256', kid, typ: 'JWT' })}.${body}`;
  const forgeries: Record<string, string> = {
    'no signature': `${base64url({ alg: 'none', typ: 'JWT' })}.${body}.`,
    'HS256 with the public key': `${hs256}.${createHmac('sha256', keySet).update(hs256).digest('base64url')}`,
    'a key of its own under the same id': await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid })
      .sign(privateKey),
    'an unknown key': await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: 'unknown' })
      .sign(privateKey),
    'another expiry': `${head}.${base64url({ ...claims, exp: 9_999_999_999 })}.${signature}`,
    'the service role': `${head}.${base64url({ ...claims, role: 'service_role' })}.${signature}`,
    'the secret key': addresses.secretKey,
  };
  for (const [forgery, access_token] of Object.entries(forgeries)) {
    const forged: Tokens = { ...victim, access_token, refresh_token: 'made-up' };
    const headers = { cookie: writeCookieHeader(packSession(forged, addresses)) };
    const { status, text } = await sendRaw(addresses.siteUrl, { path: '/account', headers });
    expect([forgery, status]).toEqual([forgery, 307]);
    expect(text.includes(account.email)).toBe(false);
  }
});

test('good tokens in a cookie that this site did not seal sign nobody in', async ({ account, addresses }) => {
  const tokens = await fetchTokens(addresses, account);
  const elsewhere = packSession(tokens, { secretKey: 'sb_secret_of-another-site' });
  for (const cookies of [new Map([[sessionCookieName, packed(tokens)]]), elsewhere]) {
    const headers = { cookie: writeCookieHeader(cookies) };
    const visit = await sendRaw(addresses.siteUrl, { path: '/account', headers });
    expect([visit.status, visit.headers.location]).toEqual([307, '/sign-in?next=%2Faccount']);
    expect(visit.setCookies.map(readSetCookie).map(({ value }) => value)).toEqual(['']);
  }
});

test('a session whose cookies were changed, swapped or put under another name is signed out and cleared', async ({
  account,
  addresses,
}) => {
  const tokens = await fetchTokens(addresses, account);
  const long = { ...tokens, refresh_token: tokens.refresh_token.padEnd(3000, 'x') };
  const [[one = '', first = ''] = [], [two = '', second = ''] = []] = [...packSession(long, addresses)];
  const middle = first.length / 2;
  const turned = first[middle] === 'A' ? 'B' : 'A';
  const changes = {
    swapped: new Map([
      [one, second],
      [two, first],
    ]),
    changed: new Map([
      [one, first.slice(0, middle) + turned + first.slice(middle + 1)],
      [two, second],
    ]),
    halved: new Map([[one, first]]),
    renamed: new Map([[sessionCookieName, first]]),
  };
  for (const [change, cookies] of Object.entries(changes)) {
    const headers = { cookie: writeCookieHeader(cookies) };
    const { status, setCookies, text } = await sendRaw(addresses.siteUrl, { path: '/account', headers });
    expect([change, status]).toEqual([change, 307]);
    expect(setCookies.map(readSetCookie).map(({ name }) => name)).toEqual([...cookies.keys()]);
    expect(text.includes(account.email)).toBe(false);
  }
});
