import { writeFile } from 'node:fs/promises';
import { withoutDatabase } from 'local-supabase/testing';
import { makePng } from '../lib/testing/make-png.ts';
import { type Account, createAccount } from './fixtures/account.ts';
import { type HttpClient, openHttpClient } from './fixtures/http-client.ts';
import { listDataPaths, listPagePaths } from './fixtures/page-paths.ts';
import { type RelyingApp, startRelyingApp } from './fixtures/relying-app.ts';
import { addSessionCookies, isSessionCookie } from './fixtures/session-cookies.ts';
import { show } from './fixtures/show-in-tour.ts';
import { openSignedInClient } from './fixtures/signed-in-client.ts';
import { skipOnExternalProject } from './fixtures/skip-on-external-project.ts';
import { type Stack, startStack } from './fixtures/stack.ts';
import { expect, test } from './fixtures/test.ts';

// REST and Auth answer, but the database is down. app/actions-in-an-outage.test.ts tests actions.

test.describe.configure({ mode: 'default' });

let stack: Stack;
let account: Account;
let app: RelyingApp;

/** A pending request of an app, in a browser with these cookies. */
let waiting: { path: string; visitor: HttpClient };

test.beforeAll(async () => {
  skipOnExternalProject('takes the database of its backend away');
  const logo = test.info().outputPath('logo.png');
  await writeFile(logo, makePng());
  stack = await startStack({ app: { LOCAL_BACKEND_TIMEOUT: '5', SITE_LOGO: logo } });
  account = await createAccount(stack.addresses);
  app = await startRelyingApp(stack.addresses);
  const visitor = await openSignedInClient(stack.addresses, account);
  const asked = await fetch(`${app.url}/sign-in`, { redirect: 'manual' });
  const { pathname, search } = new URL(asked.headers.get('location') ?? '');
  const led = await visitor.get(pathname + search, { 'sec-fetch-mode': 'navigate' });
  waiting = { path: (led.headers.location ?? '').split('#')[0] ?? '', visitor };
});

test.afterAll(async () => {
  await app?.stop();
  await stack?.stop();
});

const away = <Result>(work: () => Promise<Result>, as?: string) =>
  withoutDatabase({ url: stack.addresses.supabaseUrl, secretKey: stack.addresses.secretKey }, work, as);

const someId = crypto.randomUUID();
const pageId = 'a'.repeat(32);
const clientId = `app_${'a'.repeat(24)}`;

/** Replaces made-up IDs by well-formed ones. */
const filled: Record<string, string> = {
  '/proofs/nothing': `/proofs/${someId}`,
  '/proofs/nothing/badge.svg': `/proofs/${someId}/badge.svg`,
  '/proofs/nothing/picture.png': `/proofs/${someId}/picture.png`,
  '/api/v1/proofs/nothing': `/api/v1/proofs/${someId}`,
  '/people/nothing': `/people/${pageId}`,
  '/people/nothing/badge.svg': `/people/${pageId}/badge.svg`,
  '/people/nothing/picture.png': `/people/${pageId}/picture.png`,
  '/api/v1/people/nothing': `/api/v1/people/${pageId}`,
  '/developers/nothing': `/developers/${clientId}`,
  '/apps/nothing/logo.png': `/apps/${clientId}/logo.png`,
  '/auth/confirm': `/auth/confirm?token_hash=${'a'.repeat(56)}&type=email`,
};

const needsNothing =
  `/accessibility /reset-password /developers/new /security/authenticator /activity/not-me /connect/problem
    /connect/sign-out /connect/signed-out /developers/docs /developers/docs/nothing /nothing`.split(/\s+/);

const saysSo = /session\.unavailable|Something isn(?:'|&#x27;)t responding|read proofs right now/;
const offersAgain = /session\.unavailable|>Try (again|now)</;

for (const as of ['PGRST002', 'gateway-page']) {
  test(`every page reports it, offers to try again, and signs nobody out (${as})`, async () => {
    const { visitor } = waiting;
    const held = new Map(visitor.cookies);
    await away(async () => {
      for (const path of listPagePaths()) {
        const asked = path === '/connect/nothing' ? waiting.path : (filled[path] ?? path);
        const { status, text, headers } = await visitor.get(asked);
        expect([asked, status < 500 || status === 503]).toEqual([asked, true]);
        if (status === 503) expect([asked, headers['retry-after']]).toEqual([asked, '5']);
        const isWhole = needsNothing.includes(path) || headers.location !== undefined;
        expect([asked, isWhole || (saysSo.test(text) && offersAgain.test(text))]).toEqual([asked, true]);
      }
    }, as);
    expect([...visitor.cookies].filter(([name]) => isSessionCookie(name))).toEqual(
      [...held].filter(([name]) => isSessionCookie(name)),
    );
  });
}

test('the account page reports once that its parts can’t be read', async () => {
  await away(async () => {
    const { text } = await waiting.visitor.get('/account');
    expect(text).toContain('Account ID: not available right now');
    expect(text.match(/isn&#x27;t responding/g)).toHaveLength(1);
    // The user only opened a page.
    expect(text).not.toContain('Nothing was changed');
  });
});

type Route = { method?: string; headers?: Record<string, string>; body?: string; path?: string };

test('every address for apps answers 503 with Retry-After, and every other one leads back to a page', async () => {
  const { visitor } = waiting;
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const basic = {
    authorization: `Basic ${Buffer.from(`${app.clientId}:${app.secret}`).toString('base64')}`,
  };
  const bearer = { authorization: `Bearer ${'a'.repeat(43)}` };
  const fromHere = { origin: stack.addresses.siteUrl };
  const own = { ...form, ...fromHere };
  const toApp = { method: 'POST', headers: { ...form, ...basic } };
  const unavailable = [503, '5'];
  const authorize = `/oauth/authorize?client_id=${app.clientId}&response_type=code`;
  const routes: Record<string, [Route, unknown[]][]> = {
    '/.well-known/change-password': [[{}, [302]]],
    '/.well-known/oauth-authorization-server': [[{}, [200]]],
    '/.well-known/openid-configuration': [[{}, [200]]],
    '/account/export': [[{ method: 'POST', headers: own }, [303, /export-problem=backend\.unavailable/]]],
    '/api/captcha': [[{}, [404]]],
    '/api/health': [[{}, [200]]],
    '/api/metrics': [[{}, [404]]],
    '/api/nothing': [[{}, [404]]],
    '/api/passkeys/challenge': [[{ method: 'POST', headers: fromHere }, unavailable]],
    '/api/ready': [[{}, unavailable]],
    '/api/session': [[{}, [200]]],
    '/api/v1/accounts/nothing/wallets': [[{ headers: basic }, unavailable]],
    '/api/v1/events/poll': [[{ method: 'POST', headers: basic, body: '{}' }, unavailable]],
    '/api/v1/people/nothing': [[{}, unavailable]],
    '/api/v1/proofs/nothing': [[{}, unavailable]],
    '/api/v1/wallets': [[{ headers: bearer }, unavailable]],
    '/apps/nothing/logo.png': [[{}, unavailable]],
    '/apps/nothing/wallets/decide': [[{ method: 'POST', headers: own, body: 'answer=cancel' }, [303]]],
    '/auth/callback': [[{}, [303]]],
    '/brand/nothing': [[{}, [404]]],
    '/connect/nothing/another-account': [[{}, [303]]],
    '/connect/nothing/continue': [
      [{ path: `${waiting.path}/continue` }, [303, /problem=backend\.unavailable/]],
    ],
    '/connect/nothing/decide': [
      [
        {
          path: `${waiting.path}/decide`,
          method: 'POST',
          headers: own,
          body: `answer=share&account=a&scopes=openid&wallet=${someId}`,
        },
        [303, new RegExp(`problem=backend\\.unavailable&picked=${someId}`)],
      ],
    ],
    '/connect/sign-out/decide': [[{ method: 'POST', headers: own, body: 'answer=stay' }, [303]]],
    '/fonts/nothing': [[{}, [404]]],
    '/oauth/jwks': [[{}, [200]]],
    '/oauth/nothing': [
      [{ path: authorize, headers: { 'sec-fetch-mode': 'navigate' } }, [303, /again=%2Foauth%2Fauthorize/]],
      [{ ...toApp, path: '/oauth/token', body: 'grant_type=refresh_token&refresh_token=a' }, unavailable],
      [{ ...toApp, path: '/oauth/introspect', body: 'token=a' }, unavailable],
      [{ ...toApp, path: '/oauth/revoke', body: 'token=a' }, unavailable],
      [{ ...toApp, path: '/oauth/par', body: 'response_type=code' }, unavailable],
      [{ path: '/oauth/userinfo', headers: bearer }, unavailable],
    ],
    '/people/nothing/badge.svg': [[{}, unavailable]],
    '/people/nothing/picture.png': [[{}, unavailable]],
    '/proofs/nothing/badge.svg': [[{}, unavailable]],
    '/proofs/nothing/picture.png': [[{}, unavailable]],
    '/robots.txt': [[{}, [200]]],
    '/sign-out': [[{}, [303]]],
    '/style/nothing': [[{}, [200]]],
  };
  // The listing omits folders whose names begin with a dot.
  expect(Object.keys(routes).filter((path) => !path.startsWith('/.'))).toEqual(listDataPaths());
  await away(async () => {
    for (const [path, asked] of Object.entries(routes)) {
      for (const [{ method = 'GET', headers = {}, ...route }, expected] of asked) {
        const isForApps = /oauth\/(token|userinfo|introspect|revoke|par)/.test(route.path ?? '');
        const from = isForApps ? openHttpClient(stack.addresses.siteUrl) : visitor;
        const to = route.path ?? filled[path] ?? path;
        const answer = await from.send({
          path: to,
          method,
          headers,
          ...(route.body && { body: Buffer.from(route.body) }),
        });
        const told = answer.headers['retry-after'] ?? answer.headers.location ?? '';
        const [status, also] = expected;
        expect([to, answer.status]).toEqual([to, status]);
        if (also) expect([to, told]).toEqual([to, expect.stringMatching(also as string)]);
      }
    }
  });
});

test('a page that failed says so, and recovers automatically @tour', async ({ page }) => {
  const { siteUrl } = stack.addresses;
  await addSessionCookies(page, stack.addresses, account);
  await away(async () => {
    const answer = await page.goto(`${siteUrl}/wallets`);
    expect(answer?.status()).toBe(503);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('One moment');
    await expect(page.getByAltText('Countersign')).toHaveJSProperty('naturalWidth', 64);
    await show(page, 'backend-down');
    await expect(page.getByRole('button', { name: 'Try now' })).toBeVisible();

    // As if the server failed before it sent the style sheet.
    await page.route(
      `${siteUrl}/wallets`,
      async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replace(/<style.*?<\/style>/s, '');
        await route.fulfill({ response, body });
      },
      { times: 1 },
    );
    await page.reload();
    await expect(page.locator('h1')).toHaveCSS('font-family', /Newsreader/);
    await expect(page.locator('style')).toHaveCount(0);

    await page.goto(`${siteUrl}/security`);
    await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible();
    await page.goto(`${siteUrl}/wallets`);
  });
  await expect(page.getByRole('heading', { level: 1, name: 'Wallets' })).toBeVisible();
});

test("an app's request can be repeated once the database is back @slow", async ({ page }) => {
  await addSessionCookies(page, stack.addresses, account);
  await away(async () => {
    await page.goto(`${app.url}/sign-in`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("Something isn't responding.");
  });
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page).toHaveURL(/\/connect\/[\w-]{20,}$/);
});

test('an answer given in an outage is asked for again afterwards, and no page claims that it continues @slow', async ({
  page,
}) => {
  await addSessionCookies(page, stack.addresses, account);
  await page.goto(`${app.url}/sign-in`);
  const share = page.getByRole('button', { name: 'Share and continue' });
  await expect(share).toBeEnabled();
  await away(async () => {
    await share.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('One moment');
    await expect(page).toHaveURL(/problem=/);
  });
  await expect(page.getByText("Your last step didn't reach us.")).toBeVisible();
  await expect(page).toHaveTitle(/^Your last step didn't reach us · Sign in to /);
  await expect(page.getByText("isn't responding")).toHaveCount(0);
  await share.click();
  await expect(page.locator('#claims')).toBeVisible();
});
