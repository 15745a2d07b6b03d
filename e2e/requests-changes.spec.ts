import { createAccount } from './fixtures/account.ts';
import { expectNoLeak } from './fixtures/caching.ts';
import { type HttpClient, openHttpClient } from './fixtures/http-client.ts';
import type { Mailbox } from './fixtures/mailbox.ts';
import { encodeForm } from './fixtures/page-forms.ts';
import { listFormAddresses } from './fixtures/page-paths.ts';
import type { RawAnswer, RawRequest } from './fixtures/raw-request.ts';
import { listActions } from './fixtures/server-actions.ts';
import { openSignedInClient } from './fixtures/signed-in-client.ts';
import type { Addresses } from './fixtures/stack.ts';
import { expect, test } from './fixtures/test.ts';

/** A form post that runs a server action or reaches a form's address: from HTML, and from a page's script. */
type Change = { path: string; fields: Record<string, string>; headers: Record<string, string> };

/** Every change that the site's pages can request. */
function listChanges(): Change[] {
  const actions = new Map(listActions().map(({ id, path }) => [id, path]));
  const ofPages = [...actions].flatMap(([id, path]) => [
    { path, fields: { [`$ACTION_ID_${id}`]: '' }, headers: {} },
    { path, fields: { 0: '[]' }, headers: { 'next-action': id } },
  ]);
  return [...ofPages, ...listFormAddresses().map((path) => ({ path, fields: {}, headers: {} }))];
}

async function send(
  visitor: HttpClient,
  { path, fields, headers }: Change,
  request: Partial<RawRequest> = {},
): Promise<RawAnswer> {
  const { body, contentType } = await encodeForm(fields);
  const all: Record<string, string> = { 'content-type': contentType, ...headers, ...request.headers };
  const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
  return visitor.send({ method: 'POST', path, body, ...request, headers: sent });
}

/** Attempts every change as a signed-in user. Asserts that the account, session and mailbox are unchanged. */
async function withEveryChange(
  { addresses, mailbox }: { addresses: Addresses; mailbox: Mailbox },
  attack: (visitor: HttpClient, change: Change) => Promise<void>,
): Promise<void> {
  const account = await createAccount(addresses);
  const visitor = await openSignedInClient(addresses, account);
  const before = { page: (await visitor.get('/account')).status, cookies: new Map(visitor.cookies) };
  const mails = (await mailbox.allTo(account.email)).length;
  const changes = listChanges();
  expect(changes.length).toBeGreaterThan(100);
  for (const change of changes) await attack(visitor, change);
  expect(visitor.cookies).toEqual(before.cookies);
  expect((await visitor.get('/account')).status).toBe(before.page);
  expect(await mailbox.allTo(account.email)).toHaveLength(mails);
  const other = openHttpClient(addresses.siteUrl);
  expect((await other.signIn(account)).headers.location).toBe('/wallets');
}

const listExternalOrigins = (siteUrl: string) => ({
  'another site': 'https://evil.example',
  'a hidden origin': 'null',
  'no origin': '',
  'another port': 'http://localhost:1',
  'a name that begins like ours': 'http://localhost.evil.example',
  'a name below another': siteUrl.replace('//', '//evil.'),
  'a name that ends like ours': siteUrl.replace('//', '//evil-'),
});

test('no action and no form address accepts a post from another site', async ({ addresses, mailbox }) => {
  await withEveryChange({ addresses, mailbox }, async (visitor, change) => {
    for (const [from, origin] of Object.entries(listExternalOrigins(addresses.siteUrl))) {
      const answer = await send(visitor, change, { headers: { origin } });
      expect([change, from, answer.status, answer.setCookies]).toEqual([change, from, 403, []]);
    }
  });
});

test('a GET runs no action, whatever its query and headers', async ({ addresses, mailbox }) => {
  await withEveryChange({ addresses, mailbox }, async (visitor, { path, fields, headers }) => {
    const asked = `${path}?${new URLSearchParams(fields)}`;
    await visitor.send({ path: asked, headers });
    await visitor.send({ method: 'HEAD', path: asked, headers: { 'x-http-method-override': 'POST' } });
  });
});

test('no action runs at an address without a page', async ({ addresses, mailbox }) => {
  await withEveryChange({ addresses, mailbox }, async (visitor, change) => {
    for (const path of ['/api/nothing', '/_next/image/x', '/icon.svg']) {
      const headers = { origin: addresses.siteUrl };
      const { status, setCookies } = await send(visitor, { ...change, path }, { headers });
      expect([change, path, status >= 400 && status < 500, setCookies]).toEqual([change, path, true, []]);
    }
  });
});

test('from the site itself the build accepts each action, and no cache stores an answer', async ({
  addresses,
}) => {
  const account = await createAccount(addresses);
  const setting: string[] = [];
  for (const change of listChanges()) {
    // Some actions end the session.
    const visitor = await openSignedInClient(addresses, account);
    const answer = await send(visitor, change, { headers: { origin: addresses.siteUrl } });
    const isRead = answer.status < 500 && ![403, 405, 409, 413, 415].includes(answer.status);
    expect([change, answer.status, isRead]).toEqual([change, answer.status, true]);
    expectNoLeak('their owner', change.path, answer, account.email);
    if (answer.setCookies.length > 0) setting.push(change.path);
  }
  expect(setting).toContain('/sign-out');
});

test("opening an emailed link any number of times doesn't use it up before its button is pressed", async ({
  addresses,
  mailbox,
}) => {
  const email = `scanned-${crypto.randomUUID()}@example.com`;
  const visitor = openHttpClient(addresses.siteUrl);
  await visitor.press('/sign-up', 'Create account', { email, password: 'correct horse battery' });
  const { pathname, search } = new URL((await mailbox.newestTo(email)).link ?? '');
  for (const method of ['GET', 'HEAD', 'GET', 'OPTIONS']) {
    const scan = await openHttpClient(addresses.siteUrl).send({ method, path: pathname + search });
    expect(scan.setCookies).toEqual([]);
  }
  const answer = await visitor.press(pathname + search, 'Confirm email');
  expect([answer.status, answer.headers.location]).toEqual([303, '/wallets']);
  expect((await visitor.get('/account')).text.includes(email)).toBe(true);
  // And no other browser afterwards.
  const used = await openHttpClient(addresses.siteUrl).get(pathname + search);
  expect(used.text).toContain('This link has expired or was already used.');
});
