import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { createAccount } from '../../e2e/fixtures/account.ts';
import { addSessionCookies } from '../../e2e/fixtures/session-cookies.ts';
import { startStack } from '../../e2e/fixtures/stack.ts';
import { findFreePort } from '../../scripts/stack/ports.ts';
import { formatTable } from './format-table.mjs';
import { openBrowser } from './open-browser.mjs';
import { servePage } from './serve-page.mjs';

// Needs a current build: NEXT_DIST_DIR=.next-test npm run build.

const running = [];
try {
  const emptyPort = await findFreePort();
  running.push(await servePage('empty-page', emptyPort));
  const stack = await startStack();
  running.push(stack);
  const { addresses } = stack;
  const browser = await openBrowser();
  running.push({ stop: () => browser.close() });
  const empty = await measure(browser, `http://localhost:${emptyPort}`);
  const signIn = await measure(browser, `${addresses.siteUrl}/sign-in`);
  const account = await createAccount(addresses);
  const wallets = await measure(browser, `${addresses.siteUrl}/wallets`, (page) =>
    addSessionCookies(page, addresses, account),
  );
  const row = (name, { kilobytes, count, idleKilobytes }, goal) => [
    ...[name, count, kilobytes.toFixed(1), `+${(kilobytes - empty.kilobytes).toFixed(1)}`],
    ...[(kilobytes / empty.kilobytes).toFixed(3), goal, idleKilobytes.toFixed(1)],
  ];
  console.log(
    formatTable([
      ['page', 'scripts', 'gzip KB', 'more than empty', 'ratio', 'goal', 'in idle time'],
      row('an empty Next.js page', empty, ''),
      row('/sign-in', signIn, '+6.5'),
      row('/wallets, signed in', wallets, '+12.5'),
    ]),
  );
} finally {
  for (const one of running.reverse()) await one.stop();
}

/** With an empty cache. Returns kilobytes (1000 bytes) of the first scripts, their number, and kilobytes that idle time adds. */
async function measure(browser, url, prepare = () => undefined) {
  const first = await measureScripts(browser, url, async (page) => {
    await prepare(page);
    // Then the page fetches nothing in idle time.
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    );
  });
  const { kilobytes } = await measureScripts(browser, url, prepare);
  return { ...first, idleKilobytes: kilobytes - first.kilobytes };
}

/** Each script is gzipped at level 9. */
async function measureScripts(browser, url, prepare) {
  const page = await browser.newPage();
  await prepare(page);
  const bodies = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') bodies.push(response.body());
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  // Longer than a page waits before it uses idle time.
  await setTimeout(3000);
  await page.waitForLoadState('networkidle');
  const scripts = await Promise.all(bodies);
  await page.close();
  const bytes = scripts.reduce((sum, script) => sum + gzipSync(script, { level: 9 }).length, 0);
  return { kilobytes: bytes / 1000, count: scripts.length };
}
