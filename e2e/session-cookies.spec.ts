import { createAccount } from './fixtures/account.ts';
import { openHttpClient, passwordPath, readSetCookie } from './fixtures/http-client.ts';
import { type RawAnswer, sendRaw } from './fixtures/raw-request.ts';
import { fetchTokens, isSessionCookie, packSession, sessionCookieName } from './fixtures/session-cookies.ts';
import { expect, test } from './fixtures/test.ts';

test('on a site with https a sibling subdomain can plant no cookie that the site accepts', async ({
  startSite,
  mailbox,
}) => {
  const site = 'https://countersign.example';
  const app = await startSite({ SITE_URL: site });
  // A flow that sets cookies: sign-up, confirmation, sign-out, and sign-in with a password.
  const email = `prefix-${crypto.randomUUID()}@example.com`;
  const password = 'correct horse battery';
  const visitor = openHttpClient(app.siteUrl, site);
  const set = new Map<string, string>();
  const watch = ({ setCookies }: RawAnswer) => {
    for (const { name, attributes } of setCookies.map(readSetCookie)) {
      set.set(name, attributes.path ?? '');
      expect([name, attributes]).toEqual([name, expect.objectContaining({ path: '/', secure: '' })]);
      expect([name, attributes]).toEqual([name, expect.not.objectContaining({ domain: expect.anything() })]);
    }
  };
  watch(await visitor.press('/sign-up', 'Create account', { email, password }));
  const { pathname, search } = new URL((await mailbox.newestTo(email)).link ?? '');
  watch(await visitor.press(pathname + search, 'Confirm email'));
  watch(await visitor.press('/account', 'Sign out'));
  watch(await visitor.press('/sign-in', 'Continue', { email }));
  watch(await visitor.signIn({ email, password }));
  const ours = [...set.keys()].filter((name) => !isSessionCookie(name));
  expect(ours.filter((name) => !name.startsWith('__Host-'))).toEqual([]);
  expect(ours).toEqual(expect.arrayContaining(['__Host-sign-up', '__Host-email-step', '__Host-last-method']));

  // A sibling can plant only the unprefixed name: browsers refuse to set the `__Host-` one.
  const victim = openHttpClient(app.siteUrl, site);
  const step = Buffer.from(JSON.stringify({ email: 'victim@example.com', secret: 'squatter' }));
  for (const name of ['sign-up', 'email-step']) victim.cookies.set(name, step.toString('base64url'));
  for (const path of ['/sign-up', '/sign-in'])
    expect((await victim.get(path)).text).not.toContain('victim@example.com');
});

test("another user's session planted before sign-in doesn't survive it", async ({ account, addresses }) => {
  const planted = packSession(await fetchTokens(addresses, await createAccount(addresses)), addresses);
  const visitor = openHttpClient(addresses.siteUrl);
  const form = await visitor.findForm(passwordPath, 'Sign in');
  for (const [name, value] of planted) visitor.cookies.set(name, value);
  await visitor.submit(passwordPath, form, account);
  expect((await visitor.get('/account')).text).toContain(account.email);
});

test('on this machine, whose apps share their cookies, four times as many as Node accepts are read, and more refused', async ({
  addresses,
}) => {
  const send = (size: number) => {
    const headers = { cookie: `${sessionCookieName}=base64-${'A'.repeat(size)}` };
    return sendRaw(addresses.siteUrl, { path: '/wallets', headers });
  };
  expect((await send(60_000)).status).toBe(307);
  expect((await send(70_000)).status).toBe(431);
});
