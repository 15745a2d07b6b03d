import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { createAccount, signIn } from '../../../e2e/fixtures/account.ts';
import { collectConsoleErrors } from '../../../e2e/fixtures/console-errors.ts';
import { openSetting } from '../../../e2e/fixtures/open-setting.ts';
import { type RoundRobin, startRoundRobin } from '../../../e2e/fixtures/round-robin.ts';
import type { RunningProcess } from '../../../scripts/process/start-process.ts';
import { withoutConfiguration } from '../../../scripts/stack/configuration.ts';
import { findFreePort } from '../../../scripts/stack/ports.ts';
import { embeddedHost, startApp } from '../../../scripts/stack/start-app.ts';
import { type Backend, startBackend } from '../../../scripts/stack/start-backend.ts';
import { buildVersions, laterHint, type Version } from '../testing/build-versions.ts';
import { openBrowser } from '../testing/open-browser.ts';

// Real builds against each other: in a rollout, and where each machine builds by itself.

/** For three builds, each of which takes minutes on a busy machine. */
jest.setTimeout(30 * 60_000);

const scratch = mkdtempSync(join(tmpdir(), 'countersign-rollout-'));
const outdated = 'The site was updated.';
const password = 'correct horse battery';
const running: RunningProcess[] = [];
let browser: Browser;
let backend: Backend;
let balancer: RoundRobin;
let plain: string;
let named: string;
let later: string;
let versions: Record<'plain' | 'named' | 'later', Version>;

beforeAll(async () => {
  versions = await buildVersions();
  browser = await openBrowser();
  balancer = await startRoundRobin();
  const environment = { ...withoutConfiguration(process.env), LOCAL_SUPABASE_BCRYPT_COST: '4' };
  const ports = { port: await findFreePort(), smtpPort: await findFreePort() };
  const dataFolder = join(scratch, 'supabase');
  backend = await startBackend({ ...ports, dataFolder, siteUrl: balancer.url, environment });
  plain = await start(versions.plain);
  named = await start(versions.named);
  later = await start(versions.later);
});
afterAll(async () => {
  await browser?.close();
  await balancer?.stop();
  for (const one of running) await one.stop();
  await backend?.process.stop();
  rmSync(scratch, { recursive: true, force: true });
});

async function start(version: Version): Promise<string> {
  const port = await findFreePort();
  const environment = {
    ...withoutConfiguration(process.env),
    ...{ SUPABASE_URL: backend.url, SUPABASE_PUBLISHABLE_KEY: backend.publishableKey },
    ...{ SUPABASE_SECRET_KEY: backend.secretKey, SITE_URL: balancer.url, TRUSTED_PROXY_HEADER: 'none' },
    // Disables attempt limits and extends timeouts, which a busy machine would hit.
    ...{ COUNTERSIGN_EMBEDDED: '1', LOCAL_BACKEND_TIMEOUT: '60', LOCAL_MINIMUM_TIMES: 'off' },
  };
  running.push(await startApp({ mode: 'start', port, host: embeddedHost, environment, ...version }));
  return `http://localhost:${port}`;
}

/** The browser's console error for an unknown server action. */
const refusedAction = /status of 409/;

/** Runs `walk` in a new browser context, and checks that its console has no other errors. */
async function visit(javaScriptEnabled: boolean, walk: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ baseURL: balancer.url, javaScriptEnabled });
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  const errors = collectConsoleErrors(page);
  await walk(page);
  expect(errors.filter((error) => !refusedAction.test(error))).toEqual([]);
  await context.close();
}

/** React has hydrated the page. */
const waitForScripts = (page: Page) => page.getByRole('radio', { name: 'System' }).waitFor();

async function fillSignUp(page: Page, javaScriptEnabled: boolean): Promise<string> {
  const email = `new-${crypto.randomUUID()}@example.com`;
  await page.goto('/sign-up');
  if (javaScriptEnabled) await waitForScripts(page);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  return email;
}

const create = (page: Page) => page.getByRole('button', { name: 'Create account' }).click();
const seeMailSent = (page: Page) => page.getByRole('heading', { name: 'Check your email' }).waitFor();

const loadAgain = (page: Page, javaScriptEnabled: boolean) =>
  page.getByRole(javaScriptEnabled ? 'button' : 'link', { name: 'Reload the page' }).click();

const ways = [
  ['with scripts', true],
  ['without scripts', false],
] as const;

test.each(ways)(
  'refuses a form of a build with another key, keeps the input, and works after a reload, in both directions, %s',
  async (_way, javaScriptEnabled) => {
    for (const [from, to] of [
      [plain, later],
      [later, plain],
    ])
      await visit(javaScriptEnabled, async (page) => {
        balancer.setProcesses([from ?? '']);
        const email = await fillSignUp(page, javaScriptEnabled);
        expect(await page.getByText(laterHint).count()).toBe(from === later ? 1 : 0);
        balancer.setProcesses([to ?? '']);
        await create(page);
        await page.getByText(outdated).waitFor();
        if (javaScriptEnabled) expect(await page.getByLabel('Email').inputValue()).toBe(email);
        else {
          await page.getByRole('definition').filter({ hasText: email }).waitFor();
          expect(await page.content()).not.toContain(password);
        }
        await loadAgain(page, javaScriptEnabled);
        // The other build serves this page.
        await page.getByText(laterHint).waitFor({ state: to === later ? 'attached' : 'detached' });
        if (javaScriptEnabled) await waitForScripts(page);
        await page.getByLabel('Email').fill(email);
        await page.getByLabel('Password').fill(password);
        await create(page);
        await seeMailSent(page);
      });
  },
);

test.each(ways)(
  'between builds with the same key a form works at once, and a refused one keeps its input, %s',
  async (_way, javaScriptEnabled) => {
    await visit(javaScriptEnabled, async (page) => {
      balancer.setProcesses([named]);
      const email = await fillSignUp(page, javaScriptEnabled);
      await page.getByLabel('Password').fill('short');
      balancer.setProcesses([later]);
      await create(page);
      await page.getByText('Use at least 8 characters.').waitFor();
      expect(await page.getByText(outdated).count()).toBe(0);
      expect(await page.getByLabel('Email').inputValue()).toBe(email);
      await page.getByLabel('Password').fill(password);
      balancer.setProcesses([named]);
      await create(page);
      await seeMailSent(page);
    });
  },
);

test('a page rendered in the browser shows the same message, and keeps the input', async () => {
  const account = await createAccount({ supabaseUrl: backend.url, secretKey: backend.secretKey });
  await visit(true, async (page) => {
    balancer.setProcesses([plain]);
    await signIn(page, account);
    await page.getByRole('link', { name: 'Account', exact: true }).click();
    await openSetting(page, 'the name');
    await page.getByLabel('Display name').fill('José Núñez');
    balancer.setProcesses([later]);
    await page.getByRole('button', { name: 'Save name' }).click();
    await page.getByText(outdated).waitFor();
    expect(await page.getByLabel('Display name').inputValue()).toBe('José Núñez');
    await loadAgain(page, true);
    await waitForScripts(page);
    await openSetting(page, 'the name');
    await page.getByLabel('Display name').fill('José Núñez');
    await page.getByRole('button', { name: 'Save name' }).click();
    await page.getByRole('main').getByText('José Núñez').waitFor();
  });
});

test('a build with a name and a key serves pages, files and actions, and never reveals the key', async () => {
  const key = readFileSync(join(versions.named.folder, '.local/rollout/actions-key'), 'utf8');
  balancer.setProcesses([named]);
  await visit(true, async (page) => {
    const files: Array<[string, number]> = [];
    page.on('response', (answer) => files.push([answer.url(), answer.status()]));
    await fillSignUp(page, true);
    expect(files.filter(([url]) => /\/_next\/static\/.*dpl=this-version/.test(url)).length).toBeGreaterThan(
      3,
    );
    expect(files.filter(([, status]) => status >= 400)).toEqual([]);
    expect(await page.content()).not.toContain(key);
    await create(page);
    await seeMailSent(page);
  });
});
