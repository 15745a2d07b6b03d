import { readOutsideProject } from '../supabase/testing/outside-project.ts';
import { type Account, callAuth, createAccount, enterPassword, signIn, signOut } from './fixtures/account.ts';
import { startAppOnBackend } from './fixtures/app-on-backend.ts';
import { holdCalls } from './fixtures/hold-calls.ts';
import { readSetCookie } from './fixtures/http-client.ts';
import { type RawAnswer, type RawRequest, sendRaw } from './fixtures/raw-request.ts';
import {
  fetchExternalTokens,
  fetchTokens,
  isSessionCookie,
  packSession,
  sessionCookieName,
  type Tokens,
  unpackSession,
  writeCookieHeader,
} from './fixtures/session-cookies.ts';
import { readSharedAddresses } from './fixtures/shared-addresses.ts';
import { skipOnExternalProject } from './fixtures/skip-on-external-project.ts';
import { type Addresses, type RunningApp, type Stack, startStack } from './fixtures/stack.ts';
import { expect, test } from './fixtures/test.ts';

/**
 * Sends many parallel requests to two processes, with a session that must be refreshed. Auth holds the refreshes until each
 * process has all its requests, because on a busy machine the first request could end before the last is sent. The caller stops the
 * processes.
 */
async function startAskedAtOnce(addresses: Addresses) {
  const calls = await holdCalls(addresses.supabaseUrl);
  const variables = {
    SUPABASE_JWT_ISSUER: `${addresses.supabaseUrl}/auth/v1`,
    // No request times out while Auth is held.
    LOCAL_BACKEND_TIMEOUT: '600',
  };
  const apps: RunningApp[] = [];
  for (let count = 0; count < 2; count++)
    apps.push(await startAppOnBackend({ ...addresses, supabaseUrl: calls.url }, { variables }));
  const sites = apps.map(({ siteUrl }) => siteUrl);
  const ask = async (requests: number, asked: RawRequest): Promise<RawAnswer[]> => {
    calls.hold('/auth/v1/token');
    const taken: Promise<void>[] = [];
    const answered = Array.from({ length: requests }, (_, index) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      taken.push(promise);
      return sendRaw(sites[index % 2] ?? '', { ...asked, onTaken: resolve });
    });
    await Promise.race([Promise.all(taken), Promise.all(answered)]);
    // Once a later request is answered, each of the earlier ones has been read.
    for (const site of sites) await sendRaw(site, { path: '/api/health' });
    calls.letGo();
    return Promise.all(answered);
  };
  const stop = async () => {
    for (const app of apps) await app.process.stop();
    await calls.stop();
  };
  return { sites, ask, stop };
}

/** The site refreshes a session in its access token's last 90 s: with a shorter lifetime, at every visit. */
const longestInSeconds = 89;

/**
 * Checks with real tokens whether every visit refreshes the session here, and whether a rotated refresh token is refused immediately.
 * @returns the setting that the project needs, or undefined
 */
async function explainLongTokens(backend: Addresses, account: Account): Promise<string | undefined> {
  const first = await fetchExternalTokens(backend, account);
  if (first.expires_in > longestInSeconds)
    return `needs access tokens that live ${longestInSeconds} s at most (GOTRUE_JWT_EXP), and these live ${first.expires_in} s`;
  // Auth always accepts the token before the current one.
  const second = await refresh(backend, first);
  await refresh(backend, second);
  const isTaken = await refresh(backend, first).then(
    () => true,
    () => false,
  );
  return isTaken
    ? 'needs refresh tokens that are rotated out at once (GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL=0)'
    : undefined;
}

async function refresh(backend: Addresses, { refresh_token }: Tokens): Promise<Tokens> {
  return (await callAuth(backend, 'token?grant_type=refresh_token', { refresh_token })) as Tokens;
}

test.describe.configure({ mode: 'default' });

/** Below the margin of 90 s, so that every visit refreshes the session, and long enough for any test. */
const shortLifeInSeconds = '60';

/** Auth's smallest lifetime is a second. */
const shortestLifeInSeconds = '1';

type ShortLived = Pick<Stack, 'addresses' | 'startAnotherApp' | 'stop'>;
let stack: ShortLived;
let account: Account;

/** A session with an expired access token. */
let expired: Tokens;

test.beforeAll(async () => {
  await (readOutsideProject() ? joinOutside() : startOwn());
  await expect.poll(() => Date.now() / 1000 > expired.expires_at, { timeout: 150_000 }).toBe(true);
});

test.afterAll(() => stack?.stop());

async function startOwn(): Promise<void> {
  const backend = {
    LOCAL_SUPABASE_JWT_EXPIRY: shortestLifeInSeconds,
    // Without a reuse interval, a second refresh with a token is refused.
    LOCAL_SUPABASE_REUSE_INTERVAL: '0',
  };
  const own = await startStack({ backend });
  stack = own;
  await fetchExpiring();
  // Applies at the next start of the backend.
  backend.LOCAL_SUPABASE_JWT_EXPIRY = shortLifeInSeconds;
  own.backend().signal('SIGTERM');
  await own.restartBackend();
}

/** On an external project, if its tokens are short-lived. */
async function joinOutside(): Promise<void> {
  const addresses = readSharedAddresses();
  const tooLong = await explainLongTokens(addresses, await createAccount(addresses));
  if (tooLong) skipOnExternalProject(tooLong);
  const started: RunningApp[] = [];
  stack = {
    addresses,
    startAnotherApp: async () => {
      const app = await startAppOnBackend(addresses);
      started.push(app);
      return app;
    },
    stop: async () => {
      for (const app of started) await app.process.stop();
    },
  };
  await fetchExpiring();
}

async function fetchExpiring(): Promise<void> {
  account = await createAccount(stack.addresses);
  expired = await fetchTokens(stack.addresses, account);
}

function visit(siteUrl: string, tokens: Tokens): Promise<RawAnswer> {
  return sendRaw(siteUrl, asking(tokens));
}

function asking(tokens: Tokens): RawRequest {
  return { path: '/account', headers: { cookie: writeCookieHeader(packSession(tokens, stack.addresses)) } };
}

/** The session that an answer sets. Throws without one. */
function sessionIn(answer: RawAnswer): Tokens {
  const cookies = answer.setCookies.map(readSetCookie).filter(({ name }) => isSessionCookie(name));
  return unpackSession(new Map(cookies.map(({ name, value }) => [name, value])), stack.addresses);
}

/** Each refresh returns a new access token, so the number of distinct tokens is the number of refreshes. */
function countRefreshes(answers: RawAnswer[]): number {
  return new Set(answers.map((answer) => sessionIn(answer).access_token)).size;
}

test('parallel requests to two processes with an expired access token sign nobody out @slow', async () => {
  const { sites, ask, stop } = await startAskedAtOnce(stack.addresses);
  const answers = await ask(100, asking(expired));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(countRefreshes(answers)).toBeLessThanOrEqual(2);
  const late = await Promise.all(sites.map((site) => visit(site, expired)));
  const fresh = await Promise.all(late.map((answer, index) => visit(sites[index] ?? '', sessionIn(answer))));
  expect([...late, ...fresh].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  await stop();
});

test.describe('before JavaScript has loaded, so that no link is prefetched @slow', () => {
  test.use({ javaScriptEnabled: false });

  test('a session grows to three cookies and shrinks again in a browser that stays signed in', async ({
    page,
    context,
  }) => {
    const { siteUrl } = stack.addresses;
    const grown = await createAccount(stack.addresses);
    await signIn(page, grown, siteUrl);
    const held = async () =>
      new Map((await context.cookies(siteUrl)).map(({ name, value }) => [name, value]));
    const names = async () => [...(await held()).keys()].filter(isSessionCookie).sort();

    for (const [note, chunks] of [
      ['x'.repeat(4000), ['.0', '.1', '.2']],
      ['x'.repeat(1500), ['.0', '.1']],
      [null, ['']],
      ['x'.repeat(4000), ['.0', '.1', '.2']],
    ] as const) {
      await setUserData(unpackSession(await held(), stack.addresses), { note });
      await page.goto(`${siteUrl}/account`);
      await expect(page.getByRole('main').getByText(grown.email)).toBeVisible();
      expect(await names()).toEqual(chunks.map((chunk) => sessionCookieName + chunk));
    }
    await signOut(page);
    expect(await names()).toEqual([]);
  });
});

test('a session too large for cookies is refused at sign-in, with a message @slow', async ({ page }) => {
  const { siteUrl } = stack.addresses;
  const large = await createAccount(stack.addresses);
  await setUserData(await fetchTokens(stack.addresses, large), { note: 'x'.repeat(9000) });
  await page.goto(`${siteUrl}/sign-in`);
  await enterPassword(page, large);
  await expect(
    page.getByRole('alert').filter({ hasText: 'more data than a session can hold' }),
  ).toBeVisible();
  expect((await page.context().cookies()).map(({ name }) => name).filter(isSessionCookie)).toEqual([]);
});

async function setUserData({ access_token }: Tokens, data: Record<string, unknown>): Promise<void> {
  const { supabaseUrl, publishableKey } = stack.addresses;
  const answer = await fetch(`${supabaseUrl}/auth/v1/user`, {
    method: 'PUT',
    headers: {
      apikey: publishableKey,
      authorization: `Bearer ${access_token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ data }),
  });
  expect(answer.status).toBe(200);
}
