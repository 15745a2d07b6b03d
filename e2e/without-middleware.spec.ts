import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { inProject } from '../scripts/project-folder.ts';
import { findFreePort } from '../scripts/stack/ports.ts';
import { createAccount } from './fixtures/account.ts';
import { startAppOnBackend } from './fixtures/app-on-backend.ts';
import { buildFolder } from './fixtures/app-under-test.ts';
import { openHttpClient } from './fixtures/http-client.ts';
import { openMailbox } from './fixtures/mailbox.ts';
import { openNewPasswordForm } from './fixtures/new-password-form.ts';
import { listPagePaths } from './fixtures/page-paths.ts';
import {
  addSessionCookies,
  authStatusOf,
  fetchTokens,
  packSession,
  unpackSession,
} from './fixtures/session-cookies.ts';
import { readSharedAddresses } from './fixtures/shared-addresses.ts';
import { openSignedInClient } from './fixtures/signed-in-client.ts';
import type { Addresses, RunningApp } from './fixtures/stack.ts';
import { expect, test } from './fixtures/test.ts';

/** Per process, because two Playwright processes may run tests on it. */
const bareBuildFolder = `${buildFolder}-without-middleware-${process.pid}`;

async function makeBareBuild(): Promise<void> {
  await removeBareBuild();
  await cp(inProject(buildFolder), inProject(bareBuildFolder), {
    recursive: true,
    filter: (path) => !/[\\/](cache|dev|trace|server[\\/]middleware\.js)$/.test(path),
  });
  const file = inProject(bareBuildFolder, 'server', 'functions-config-manifest.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as { functions: Record<string, unknown> };
  if (!manifest.functions['/_middleware']) throw new Error('The build has no middleware.');
  delete manifest.functions['/_middleware'];
  await writeFile(file, JSON.stringify(manifest));
}

async function removeBareBuild(): Promise<void> {
  await rm(inProject(bareBuildFolder), { recursive: true, force: true });
}

test.describe.configure({ mode: 'default' });

const visit: Record<string, string> = {};

/** The header of the router's requests for RSC payloads. */
const payload = { rsc: '1' };

let app: RunningApp;

/** The shared backend, with the app without middleware. */
let addresses: Addresses;

test.beforeAll(async () => {
  await makeBareBuild();
  addresses = readSharedAddresses();
  app = await startAppOnBackend(addresses, { buildFolder: bareBuildFolder });
  addresses = { ...addresses, siteUrl: app.siteUrl };
});

test.afterAll(async () => {
  await app?.process.stop();
  await removeBareBuild();
});

test('the middleware does not run here, so that these tests prove something', async () => {
  const visitor = openHttpClient(addresses.siteUrl);
  const { headers } = await visitor.get('/sign-in');
  expect(headers['content-security-policy']).toBeUndefined();
});

test('without the middleware a page still shows nothing to a visitor without a session', async () => {
  const account = await createAccount(addresses);
  const worn = await fetchTokens(addresses, account);
  const visitors = { nobody: openHttpClient(addresses.siteUrl), forger: openHttpClient(addresses.siteUrl) };
  const forged = packSession({ ...worn, access_token: `${worn.access_token.slice(0, -4)}AAAA` }, addresses);
  for (const [name, value] of forged) visitors.forger.cookies.set(name, value);
  const open =
    `/sign-in /sign-up /reset-password /auth/confirm /proofs/nothing /people/nothing /connect/problem
      /accessibility /connect/signed-out /developers/docs /developers/docs/nothing /nothing`.split(/\s+/);
  for (const [who, visitor] of Object.entries(visitors)) {
    for (const path of listPagePaths().filter((one) => !open.includes(one))) {
      for (const headers of [visit, payload]) {
        let answer = await visitor.get(path, headers);
        // Follows immediate redirects. Pages that started streaming before the check redirect in the stream.
        for (
          let step = 0;
          step < 5 && answer.headers.location && !isSignIn(answer.headers.location);
          step++
        ) {
          answer = await visitor.get(answer.headers.location, headers);
        }
        const refused =
          isSignIn(answer.headers.location ?? '') ||
          /\/sign-in\?next=|NEXT_REDIRECT;\w+;\/wallets;/.test(answer.text);
        expect([who, path, headers, refused]).toEqual([who, path, headers, true]);
        expect([path, answer.text.includes(account.email)]).toEqual([path, false]);
        expect([path, answer.text.includes('Sign out')]).toEqual([path, false]);
      }
    }
  }
});

test('without the middleware an action without a session changes nothing', async () => {
  const account = await createAccount(addresses);
  const owner = await openSignedInClient(addresses, account);
  // Only an account with another session is offered to end every one.
  await fetchTokens(addresses, account);
  for (const [path, button, fields] of [
    ['/account', 'Save name', { name: 'Renamed' }],
    ['/account', 'Change email', { email: 'renamed@example.com' }],
    ['/security', 'Change password', { password: 'another horse battery' }],
    ['/wallets', 'Sign out', {}],
    ['/security', 'End every session', {}],
  ] as const) {
    const form = await owner.findForm(path, button);
    const { status } = await openHttpClient(addresses.siteUrl).submit(path, form, fields);
    expect([button, status < 500]).toEqual([button, true]);
  }
  const page = await owner.get('/account');
  expect([page.status, page.text.match(/renamed/i)]).toEqual([200, null]);
  await fetchTokens(addresses, account);
});

test('without the middleware a user without a fresh email cannot set a new password', async () => {
  const mailbox = openMailbox(addresses.mailboxUrl);
  const { submitAs } = await openNewPasswordForm(addresses, mailbox);
  const other = await createAccount(addresses);
  const visitor = openHttpClient(addresses.siteUrl);
  await visitor.signIn(other);
  await submitAs(visitor);
  expect(await authStatusOf(addresses, unpackSession(visitor.cookies, addresses).access_token)).toBe(200);
  await fetchTokens(addresses, other);
});

function isSignIn(location: string): boolean {
  return location.startsWith('/sign-in');
}

test('a page requested during an outage of Auth says so, and loads what it needs for that @slow', async ({
  page,
  account,
  addresses,
}) => {
  const away = `http://127.0.0.1:${await findFreePort()}`;
  const lost = await startAppOnBackend(addresses, {
    buildFolder: bareBuildFolder,
    variables: { SUPABASE_URL: away },
  });
  await addSessionCookies(page, { ...addresses, siteUrl: lost.siteUrl }, account);
  await page.goto(`${lost.siteUrl}/wallets`);
  await expect(page.getByRole('heading', { level: 1, name: 'One moment' })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: "isn't responding" })).toBeVisible();
  await lost.process.stop();
});
