import type { BrowserContext, Page } from 'playwright/test';
import { sessionChannelName } from '../components/session/session-channel.ts';
import { sessionPath } from '../lib/http/public-paths.ts';
import { openHttpClient } from './fixtures/http-client.ts';
import { packSession, readTokens } from './fixtures/session-cookies.ts';
import { expect, test } from './fixtures/test.ts';

const aTick = '00:30';

/** Opens a page and passes its first tick, which loads the session check. All pages share one clock. */
async function openPage(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  const loaded = page.waitForResponse(
    async (response) =>
      response.request().resourceType() === 'script' && (await response.text()).includes(sessionPath),
  );
  await page.goto(path);
  // Before hydration there is no tick.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.dataset.account))
    .toMatch(/^[\w-]{12}$/);
  await context.clock.fastForward(aTick);
  await loaded;
  return page;
}

async function countHeldLocks(): Promise<number | undefined> {
  return (await navigator.locks.query()).held?.length;
}

/** A minute less than the local backend's access tokens last, so that fewer than 90 s remain. */
const nearlyAnHour = '59:00';

test.beforeEach(async ({ context }) => context.clock.install());

test('one of three open tabs refreshes the session for all, as three ticks remain', async ({
  context,
  page,
  signedIn: _signedIn,
}) => {
  await page.close();
  const asked: string[] = [];
  const gate = Promise.withResolvers<void>();
  await context.route(`**${sessionPath}`, async (route) => {
    asked.push(route.request().url());
    await gate.promise;
    await route.continue();
  });
  const tabs: Page[] = [];
  for (const path of ['/wallets', '/account', '/activity']) tabs.push(await openPage(context, path));
  expect(asked).toEqual([]);

  await context.clock.fastForward(nearlyAnHour);
  // The browser answers this query after the tab's own request for the lock.
  for (const tab of tabs) await expect.poll(() => tab.evaluate(countHeldLocks)).toBe(1);
  for (const tab of tabs) await tab.evaluate(hearAnswer, sessionChannelName);
  gate.resolve();
  for (const tab of tabs) {
    const account = expect.stringMatching(/^[\w-]{12}$/);
    expect(await tab.evaluate(() => Reflect.get(window, 'heard'))).toEqual({
      status: 'signed-in',
      expiresInSeconds: expect.any(Number),
      account,
    });
  }
  // All tabs have the shared answer, so none asks at the next tick.
  await context.clock.fastForward(aTick);
  for (const tab of tabs) await tab.evaluate(() => navigator.locks.query());
  expect(asked).toHaveLength(1);
});

/** Stores a promise of the next message in the page. */
function hearAnswer(channelName: string): void {
  const heard = new Promise((hear) => {
    new BroadcastChannel(channelName).onmessage = ({ data }) => hear(data);
  });
  Reflect.set(window, 'heard', heard);
}

test("the page's session check returns no secret, is not cached, and is refused to other sites", async ({
  account,
  addresses,
}) => {
  const visitor = openHttpClient(addresses.siteUrl);
  expect(JSON.parse((await visitor.get(sessionPath)).text)).toEqual({ status: 'signed-out' });
  await visitor.signIn(account);
  const answer = await visitor.get(sessionPath);
  expect(Object.keys(JSON.parse(answer.text)).sort()).toEqual(['account', 'expiresInSeconds', 'status']);
  expect(answer.headers['cache-control']).toBe('private, no-store');
  expect(answer.headers.vary?.toLowerCase()).toContain('cookie');
  const elsewhere = await visitor.get(sessionPath, { 'sec-fetch-site': 'cross-site' });
  expect([elsewhere.status, elsewhere.text.includes('expiresInSeconds')]).toEqual([403, false]);
});

test('a page that wakes without the server keeps its account, asks again, and continues @slow', async ({
  context,
  signedIn,
}) => {
  const page = await openPage(context, '/account');
  let failures = 0;
  let isAway = true;
  await context.route(`**${sessionPath}`, (route) => {
    if (!isAway) return route.continue();
    failures += 1;
    return failures === 1 ? route.abort() : route.fulfill({ status: 502, body: 'Bad gateway' });
  });
  // This clock also advances by itself, so a slow machine may see another tick.
  for (const pause of ['10:00:00', aTick]) {
    const before = failures;
    await context.clock.fastForward(pause);
    await expect.poll(() => failures).toBeGreaterThan(before);
    // A page with a pending check doesn't send another.
    await expect.poll(() => page.evaluate(countHeldLocks)).toBe(0);
  }
  isAway = false;
  const [answer] = await Promise.all([
    page.waitForResponse(isAnswer),
    page.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))),
  ]);
  expect(await answer.json()).toMatchObject({ status: 'signed-in' });
  await expect(page.getByRole('main').getByText(signedIn.email)).toBeVisible();
});

test('a page whose session ended while it slept says so, and sign-in leads back to the same place @slow', async ({
  context,
  addresses,
  signedIn: _signedIn,
}) => {
  const page = await openPage(context, '/activity?before=100');
  // A damaged signature ends the session, like a refresh that Auth refuses.
  const tokens = await readTokens(page, addresses);
  const worn = packSession({ ...tokens, access_token: `${tokens.access_token.slice(0, -4)}AAAA` }, addresses);
  await context.addCookies([...worn].map(([name, value]) => ({ name, value, url: addresses.siteUrl })));
  await context.clock.fastForward('10:00:00');
  await expect(page.getByText('Your session has ended.')).toBeVisible();
  await expect(page.getByText('You may have signed out on another device')).toBeVisible();
  expect(new URL(page.url()).searchParams.get('next')).toBe('/activity?before=100');
});

function isAnswer(response: { ok(): boolean; url(): string }): boolean {
  return response.ok() && response.url().endsWith(sessionPath);
}
