import { generateKeyPairSync } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { readSetCookie } from './fixtures/http-client.ts';
import { sendRaw } from './fixtures/raw-request.ts';
import {
  fetchTokens,
  packSession,
  sessionCookieName,
  writeCookieHeader,
} from './fixtures/session-cookies.ts';
import { expect, test } from './fixtures/test.ts';

// cookies.test.ts, seal.test.ts and verify-access-token.test.ts test all malformed, changed and forged cookies.

test('malformed, foreign-sealed and forged cookies are signed out and cleared, without an error page', async ({
  account,
  addresses,
}) => {
  const tokens = await fetchTokens(addresses, account);
  const { kid } = decodeProtectedHeader(tokens.access_token);
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const access_token = await new SignJWT(decodeJwt(tokens.access_token))
    .setProtectedHeader({ alg: 'ES256', kid })
    .sign(privateKey);
  // Below the server's limit for cookies: HTTP, Next.js and the middleware must accept its size.
  const twelveKilobytes = new Map([[`${sessionCookieName}.1`, `base64-${'A'.repeat(12_000)}`]]);
  const ended = '&notice=session-ended';
  for (const [kind, cookies, notice] of [
    ['garbage', twelveKilobytes, ''],
    ['another seal', packSession(tokens, { secretKey: 'sb_secret_of-another-site' }), ''],
    ['a forged token', packSession({ ...tokens, access_token }, addresses), ended],
  ] as const) {
    const headers = { cookie: writeCookieHeader(cookies) };
    const visit = await sendRaw(addresses.siteUrl, { path: '/account', headers });
    expect([kind, visit.status, visit.headers.location]).toEqual([
      ...[kind, 307],
      `/sign-in?next=%2Faccount${notice}`,
    ]);
    const cleared = visit.setCookies.map(readSetCookie);
    expect(cleared.map(({ name, value, attributes }) => [name, value, attributes['max-age']])).toEqual(
      [...cookies.keys()].map((name) => [name, '', '0']),
    );
    expect((await sendRaw(addresses.siteUrl, { path: '/sign-in', headers })).status).toBe(200);
  }
});

test('an undecodable session cookie is signed out', async ({ addresses }) => {
  for (const value of ['%E0%A4%A', 'base64-%%%', '%']) {
    const headers = { cookie: `${sessionCookieName}=${value}` };
    expect((await sendRaw(addresses.siteUrl, { path: '/wallets', headers })).status).toBe(307);
    expect((await sendRaw(addresses.siteUrl, { path: '/sign-in', headers })).status).toBe(200);
  }
});

test('more cookies than the limit are refused by the server, without an error page', async ({
  addresses,
}) => {
  const headers = { cookie: `${sessionCookieName}=base64-${'A'.repeat(20_000)}` };
  expect((await sendRaw(addresses.siteUrl, { path: '/wallets', headers })).status).toBe(431);
});
