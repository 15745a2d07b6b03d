import { createAccount } from './fixtures/account.ts';
import { startAppOnBackend } from './fixtures/app-on-backend.ts';
import {
  askAuth,
  fetchTokens,
  isSessionCookie,
  packSession,
  sessionCookieName,
  unpackSession,
} from './fixtures/session-cookies.ts';
import { expect, test } from './fixtures/test.ts';
import { openVisitor, readSetCookie } from './fixtures/visitor.ts';

const fourHundredDaysInSeconds = String(400 * 24 * 60 * 60);
const largestNormalSessionInBytes = 6 * 1024;

test('every session cookie is out of reach of scripts and other sites, for this host alone, and small', async ({
  account,
  addresses,
}) => {
  const visitor = openVisitor(addresses.siteUrl);
  const answer = await visitor.signIn(account);
  expect(answer.status).toBe(303);
  const cookies = answer.setCookies.map(readSetCookie).filter(({ name }) => isSessionCookie(name));
  expect(cookies.map(({ name }) => name)).toEqual([sessionCookieName]);
  for (const { attributes } of cookies) {
    expect(attributes).toMatchObject({ path: '/', samesite: 'lax', httponly: '' });
    expect(attributes['max-age']).toBe(fourHundredDaysInSeconds);
    expect(attributes).not.toHaveProperty('domain');
    expect(attributes).not.toHaveProperty('secure');
  }
  const bytes = cookies.reduce((sum, { name, value }) => sum + name.length + value.length + 3, 0);
  expect(bytes).toBeLessThan(largestNormalSessionInBytes);
  expect(answer.headers['cache-control']).toContain('no-store');
});

test('on a site with https every session cookie is Secure', async ({ account, addresses }) => {
  const site = 'https://countersign.example';
  const app = await startAppOnBackend(addresses, { variables: { SITE_URL: site } });
  try {
    const visitor = openVisitor(app.siteUrl, site);
    const answer = await visitor.signIn(account);
    const cookies = answer.setCookies.map(readSetCookie).filter(({ name }) => isSessionCookie(name));
    expect(cookies).not.toEqual([]);
    for (const { attributes } of cookies) expect(attributes).toMatchObject({ secure: '', httponly: '' });
    const left = await visitor.press('/account', 'Sign out');
    const cleared = left.setCookies.map(readSetCookie).filter(({ name }) => isSessionCookie(name));
    expect(cleared.map(({ value, attributes }) => [value, attributes['max-age'], attributes.secure])).toEqual(
      [['', '0', '']],
    );
  } finally {
    await app.process.stop();
  }
});

test('cookies planted before sign-in are all replaced, stale chunks among them', async ({
  account,
  addresses,
}) => {
  const visitor = openVisitor(addresses.siteUrl);
  const step = await visitor.enterEmail(account.email);
  const form = await visitor.findForm(step, 'Sign in');
  for (const name of ['', '.0', '.1', '.2', '.7']) visitor.cookies.set(sessionCookieName + name, 'planted');
  await visitor.submit(step, form, account);
  expect([...visitor.cookies.keys()].filter(isSessionCookie)).toEqual([sessionCookieName]);
  expect(await askAuth(addresses, unpackSession(visitor.cookies, addresses).access_token)).toBe(200);
});

test("a session of somebody else planted before sign-in doesn't survive it", async ({
  account,
  addresses,
}) => {
  const planted = packSession(await fetchTokens(addresses, await createAccount(addresses)), addresses);
  const visitor = openVisitor(addresses.siteUrl);
  const step = await visitor.enterEmail(account.email);
  const form = await visitor.findForm(step, 'Sign in');
  for (const [name, value] of planted) visitor.cookies.set(name, value);
  await visitor.submit(step, form, account);
  expect((await visitor.get('/account')).text).toContain(account.email);
});

test('sign-out clears every session cookie, planted chunks too', async ({ account, addresses }) => {
  const visitor = openVisitor(addresses.siteUrl);
  await visitor.signIn(account);
  visitor.cookies.set(`${sessionCookieName}.3`, 'planted');
  const answer = await visitor.press('/wallets', 'Sign out');
  expect(answer.status).toBe(303);
  expect([...visitor.cookies.keys()].filter(isSessionCookie)).toEqual([]);
});
