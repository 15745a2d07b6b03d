import { sessionPath } from '../../lib/http/public-paths.ts';
import { aTick, countHeldLocks, openPage } from '../fixtures/keep-alive-page.ts';
import { isSessionCookie, packSession, unpackSession } from '../fixtures/session-cookies.ts';
import { expect, test } from '../fixtures/test.ts';

test.beforeEach(async ({ context }) => context.clock.install());

test('a page that wakes keeps an account that nobody can ask about, asks again, and goes on', async ({
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

test('a page whose session ended while it slept says so, and the way back is to the same place', async ({
  context,
  addresses,
  signedIn: _signedIn,
}) => {
  const page = await openPage(context, '/activity?before=100');
  // A refresh would be refused, and so is a token with another signature.
  const held = (await context.cookies()).filter(({ name }) => isSessionCookie(name));
  const tokens = unpackSession(new Map(held.map(({ name, value }) => [name, value])), addresses);
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
