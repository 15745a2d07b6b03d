import { readSetCookie } from './fixtures/http-client.ts';
import { sendRaw } from './fixtures/raw-request.ts';
import { sessionCookieName } from './fixtures/session-cookies.ts';
import { expect, test } from './fixtures/test.ts';

// cookies.test.ts, seal.test.ts and verify-access-token.test.ts test all malformed, changed and forged cookies.

test('a cookie of 12 kB, below the limit of the server, is signed out and cleared, without an error page', async ({
  addresses,
}) => {
  const name = `${sessionCookieName}.1`;
  const headers = { cookie: `${name}=base64-${'A'.repeat(12_000)}` };
  const visit = await sendRaw(addresses.siteUrl, { path: '/account', headers });
  expect([visit.status, visit.headers.location]).toEqual([307, '/sign-in?next=%2Faccount']);
  const cleared = visit.setCookies.map(readSetCookie);
  expect(cleared).toMatchObject([{ name, value: '', attributes: { 'max-age': '0' } }]);
  expect((await sendRaw(addresses.siteUrl, { path: '/sign-in', headers })).status).toBe(200);
});

test('an undecodable session cookie is signed out', async ({ addresses }) => {
  for (const value of ['%E0%A4%A', 'base64-%%%', '%']) {
    const headers = { cookie: `${sessionCookieName}=${value}` };
    expect((await sendRaw(addresses.siteUrl, { path: '/wallets', headers })).status).toBe(307);
    expect((await sendRaw(addresses.siteUrl, { path: '/sign-in', headers })).status).toBe(200);
  }
});

test('more cookies than the limit are refused by the server, which names them but not their values', async ({
  addresses,
}) => {
  const headers = { cookie: `${sessionCookieName}=base64-${'A'.repeat(20_000)}` };
  const { status, text } = await sendRaw(addresses.siteUrl, { path: '/wallets', headers });
  expect(status).toBe(431);
  expect(text).toContain(`<code>${sessionCookieName}</code>`);
  expect(text).not.toContain('AAA');
});
