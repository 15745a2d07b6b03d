import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { enterPassword } from '../../e2e/fixtures/account.ts';
import { publishProof } from '../../e2e/fixtures/public-proof.ts';
import { type RoundRobin, startRoundRobin } from '../../e2e/fixtures/round-robin.ts';
import { openVisitor } from '../../e2e/fixtures/visitor.ts';
import { buildApp, testBuildFolder } from '../../scripts/prepare/build-app.ts';
import type { RunningProcess } from '../../scripts/process/start-process.ts';
import { projectFolder } from '../../scripts/project-folder.ts';
import { withoutConfiguration } from '../../scripts/stack/configuration.ts';
import { findFreePort } from '../../scripts/stack/ports.ts';
import { embeddedHost, startApp } from '../../scripts/stack/start-app.ts';
import { type Backend, startBackend } from '../../scripts/stack/start-backend.ts';
import { openBrowser } from '../testing/open-browser.ts';
import { checkOutRelease } from './check-out-release.ts';
import { fromElsewhere, type Person, provenRow, walkInBrowser, walkWithoutScripts } from './walk-site.ts';

// The app of 1.0.0 and this one, each as a process of its own build, on the schema of the other: with the local backends of both
// versions in the place of a project, one after the other on the same data, which people have filled.

/** Two builds, and a minute of traffic each. */
jest.setTimeout(40 * 60_000);

const people = 60;
const minute = 60_000;
const scratch = mkdtempSync(join(tmpdir(), 'countersign-side-by-side-'));
const running = new Set<RunningProcess>();
let browser: Browser;
let balancer: RoundRobin;
let release: string;
let backend: Backend;
let ports: { port: number; smtpPort: number };
const persons: Person[] = [];
/** What a server writes when the database has something not, or answers otherwise than it knows. */
const databaseFault = /PGRST\d|(failed|read): [0-9A-Z]{5}\b|ZodError/;

beforeAll(async () => {
  release = await checkOutRelease();
  await buildApp(testBuildFolder);
  browser = await openBrowser();
  balancer = await startRoundRobin();
  // The same for both: tokens name the address of who gave them.
  ports = { port: await findFreePort(), smtpPort: await findFreePort() };
  backend = await startBackendOf(release);
  for (let number = 0; number < people; number += 1) persons.push(await addPerson());
});
afterAll(async () => {
  await browser?.close();
  await balancer?.stop();
  for (const one of running) await one.stop();
  await backend?.process.stop();
  rmSync(scratch, { recursive: true, force: true });
});

function startBackendOf(folder: string): Promise<Backend> {
  const environment = { ...withoutConfiguration(process.env), LOCAL_SUPABASE_BCRYPT_COST: '4' };
  const dataFolder = join(scratch, 'supabase');
  return startBackend({ ...ports, dataFolder, siteUrl: balancer.url, environment, folder });
}

/** Somebody with a wallet whose proof is public. */
async function addPerson(): Promise<Person> {
  const { url: supabaseUrl, publishableKey, secretKey, mailboxUrl } = backend;
  const addresses = { siteUrl: balancer.url, supabaseUrl, publishableKey, secretKey, mailboxUrl };
  const { account, key, path } = await publishProof(addresses);
  return { ...account, address: key.address, proofPath: path };
}

async function startAppOf(folder: string): Promise<{ url: string; process: RunningProcess }> {
  const port = await findFreePort();
  const environment = {
    ...withoutConfiguration(process.env),
    ...{ SUPABASE_URL: backend.url, SUPABASE_PUBLISHABLE_KEY: backend.publishableKey },
    ...{ SUPABASE_SECRET_KEY: backend.secretKey, SITE_URL: balancer.url, MAILBOX_URL: backend.mailboxUrl },
    ...{ SMTP_URL: backend.smtpUrl, TRUSTED_PROXY_HEADER: 'X-Forwarded-For', COUNTERSIGN_EMBEDDED: '1' },
    // A busy machine is no outage.
    ...{ LOCAL_BACKEND_TIMEOUT: '60', LOCAL_MINIMUM_TIMES: 'off' },
  };
  const buildFolder = folder === release ? '.next' : testBuildFolder;
  const app = await startApp({ mode: 'start', port, host: embeddedHost, buildFolder, environment, folder });
  running.add(app);
  return { url: `http://localhost:${port}`, process: app };
}

/** Again and again with another person, until a minute has passed. Returns how often, and all that went wrong. */
async function forAMinute(walk: (person: Person) => Promise<string[]>) {
  const wrong: string[] = [];
  const end = performance.now() + minute;
  let rounds = 0;
  while (performance.now() < end) {
    wrong.push(...(await walk(takeTurn())));
    rounds += 1;
  }
  return { rounds, wrong };
}

let turn = 0;
function takeTurn(): Person {
  const person = persons[turn % persons.length];
  turn += 1;
  if (!person) throw new Error('Nobody is there.');
  return person;
}

test('this app on the schema of 1.0.0 says so in one line, and what needs no new function works for a minute', async () => {
  const app = await startAppOf(projectFolder);
  balancer.leadTo([app.url]);
  const ready = await fetch(`${app.url}/api/ready`);
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'waiting', for: ['schema'] }]);
  expect(app.process.output()).toContain('its schema is older than this site: run npm run schema -- apply');
  const { rounds, wrong } = await forAMinute(async (person) => {
    const visitor = openVisitor(balancer.url, balancer.url, fromElsewhere());
    const answers: Array<[string, number]> = [];
    for (const path of [
      ...['/sign-in', '/sign-up', '/reset-password', '/api/health', person.proofPath],
      ...[`/api/v1${person.proofPath}`, `${person.proofPath}/badge.svg`, `${person.proofPath}/picture.png`],
    ])
      answers.push([path, (await visitor.get(path)).status]);
    answers.push(['sign-in', (await visitor.signIn(person)).status]);
    answers.push(['/confirm-access', (await visitor.get('/confirm-access')).status]);
    answers.push(['sign-out', (await visitor.press('/confirm-access', 'Sign out')).status]);
    return answers.filter(([, status]) => status >= 400).map((one) => one.join(': '));
  });
  expect([rounds > 0, wrong]).toEqual([true, []]);
  // What the other tests look for is seen here: a page that asks for what is not there yet.
  expect(app.process.output()).not.toMatch(databaseFault);
  const visitor = openVisitor(balancer.url, balancer.url, fromElsewhere());
  await visitor.signIn(takeTurn());
  expect((await visitor.get('/wallets')).status).toBe(500);
  expect(app.process.output()).toMatch(databaseFault);
  await app.process.stop();
});

test('the app of 1.0.0 goes on for a minute on the schema of this version, with what people had, and nobody meets a fault', async () => {
  await backend.process.stop();
  // It brings the data to this version's schema when it starts.
  backend = await startBackendOf(projectFolder);
  const app = await startAppOf(release);
  balancer.leadTo([app.url]);
  const [inBrowser, byHand] = await Promise.all([
    forAMinute((person) =>
      walkInBrowser(browser, balancer.url, person, async (_page, row) => {
        await row.getByRole('button', { name: /^Manage/ }).click();
        await row.getByRole('switch', { name: 'Public' }).click();
      }),
    ),
    forAMinute((person) =>
      walkWithoutScripts(balancer.url, person, [
        ...['/wallets', '/security', '/activity', '/account'],
        person.proofPath,
      ]),
    ),
  ]);
  expect([inBrowser.wrong, byHand.wrong]).toEqual([[], []]);
  expect(Math.min(inBrowser.rounds, byHand.rounds)).toBeGreaterThan(0);
  expect(app.process.output()).not.toMatch(databaseFault);
});

test('this app goes on for a minute on what 1.0.0 left, nobody is signed out by the change, and none by the way back', async () => {
  const [before, after] = [await startAppOf(release), await startAppOf(projectFolder)];
  const person = takeTurn();
  const context = await browser.newContext({ baseURL: balancer.url });
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  balancer.leadTo([before.url]);
  await page.goto('/sign-in');
  await enterPassword(page, person);
  await page.waitForURL('**/wallets');
  for (const { url } of [after, before, after]) {
    balancer.leadTo([url]);
    await page.goto('/wallets');
    await provenRow(page, person.address).waitFor();
  }
  await context.close();

  expect((await fetch(`${after.url}/api/ready`)).status).toBe(200);
  const [inBrowser, byHand] = await Promise.all([
    forAMinute((one) =>
      walkInBrowser(browser, balancer.url, one, (_page, row) =>
        row.getByRole('button', { name: 'Share proof' }).click(),
      ),
    ),
    forAMinute((one) =>
      walkWithoutScripts(balancer.url, one, [
        ...['/wallets', '/security', '/activity', '/account', '/apps', one.proofPath],
        ...[`/api/v1${one.proofPath}`, `${one.proofPath}/picture.png`],
      ]),
    ),
  ]);
  expect([inBrowser.wrong, byHand.wrong]).toEqual([[], []]);
  expect(Math.min(inBrowser.rounds, byHand.rounds)).toBeGreaterThan(0);
  expect(after.process.output()).not.toMatch(databaseFault);
});
