import type { BrowserContext, Page } from 'playwright/test';
import { sessionChannelName } from '../components/session/session-channel.ts';
import { sessionPath } from '../lib/http/public-paths.ts';
import { packSession, readTokens } from './fixtures/session-cookies.ts';
import { expect, test } from './fixtures/test.ts';
import { openVisitor } from './fixtures/visitor.ts';

const aTick = '00:30';

/** Opens a page, past its first tick, at which it loads what looks after its session. All pages have one clock. */
async function openPage(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  const loaded = page.waitForResponse(
    async (response) =>
      response.request().resourceType() === 'script' && (await response.text()).includes(sessionPath),
  );
  await page.goto(path);
  // Until it has hydrated there is nothing to tick.
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

/** A minute less than access tokens of the local backend live, so that fewer than 90 s are left. */
const nearlyAnHour = '59:00';

test.beforeEach(async ({ context }) => context.clock.install());

test('one of three open tabs asks for a fresh session for all, as three ticks remain', async ({
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
  // Asked after a tab asked for the lock, and so answered after it.
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
  // What one was told, all know: nobody asks at the next tick.
  await context.clock.fastForward(aTick);
  for (const tab of tabs) await tab.evaluate(() => navigator.locks.query());
  expect(asked).toHaveLength(1);
});

/** Leaves in the page a promise of what it hears next. */
function hearAnswer(channelName: string): void {
  const heard = new Promise((hear) => {
    new BroadcastChannel(channelName).onmessage = ({ data }) => hear(data);
  });
  Reflect.set(window, 'heard', heard);
}

test('what a page may know of its session is no secret, kept by no cache, and told to no other site', async ({
  account,
  addresses,
}) => {
  const visitor = openVisitor(addresses.siteUrl);
  expect(JSON.parse((await visitor.get(sessionPath)).text)).toEqual({ status: 'signed-out' });
  await visitor.signIn(account);
  const answer = await visitor.get(sessionPath);
  expect(Object.keys(JSON.parse(answer.text)).sort()).toEqual(['account', 'expiresInSeconds', 'status']);
  expect(answer.headers['cache-control']).toBe('private, no-store');
  expect(answer.headers.vary?.toLowerCase()).toContain('cookie');
  const elsewhere = await visitor.get(sessionPath, { 'sec-fetch-site': 'cross-site' });
  expect([elsewhere.status, elsewhere.text.includes('expiresInSeconds')]).toEqual([403, false]);
});

test('a page that wakes keeps an account that nobody can ask about, asks again, and goes on @slow', async ({
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
  // This clock also runs by itself, so a slow machine may see a further tick.
  for (const pause of ['10:00:00', aTick]) {
    const before = failures;
    await context.clock.fastForward(pause);
    await expect.poll(() => failures).toBeGreaterThan(before);
    // A page that still waits for an answer doesn't ask again.
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

test('a page whose session ended while it slept says so, and the way back is to the same place @slow', async ({
  context,
  addresses,
  signedIn: _signedIn,
}) => {
  const page = await openPage(context, '/activity?before=100');
  // A refresh would be refused, and so is a token with another signature.
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
