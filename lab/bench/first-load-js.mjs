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
  const empty = await measureScripts(browser, `http://localhost:${emptyPort}`);
  const signIn = await measureScripts(browser, `${addresses.siteUrl}/sign-in`);
  const account = await createAccount(addresses);
  const wallets = await measureScripts(browser, `${addresses.siteUrl}/wallets`, (page) =>
    addSessionCookies(page, addresses, account),
  );
  const row = (name, { kilobytes, count }, goal) => [
    ...[name, count, kilobytes.toFixed(1), `+${(kilobytes - empty.kilobytes).toFixed(1)}`],
    ...[(kilobytes / empty.kilobytes).toFixed(3), goal],
  ];
  console.log(
    formatTable([
      ['page', 'scripts', 'gzip KB', 'more than empty', 'ratio', 'goal'],
      row('an empty Next.js page', empty, ''),
      row('/sign-in', signIn, '+6.5'),
      row('/wallets, signed in', wallets, '+12.5'),
    ]),
  );
} finally {
  for (const one of running.reverse()) await one.stop();
}

/** With an empty cache. Returns kilobytes (1000 bytes) of all scripts, each gzipped at level 9, and their number. */
async function measureScripts(browser, url, prepare = () => undefined) {
  const page = await browser.newPage();
  await prepare(page);
  const bodies = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') bodies.push(response.body());
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  const scripts = await Promise.all(bodies);
  await page.close();
  const bytes = scripts.reduce((sum, script) => sum + gzipSync(script, { level: 9 }).length, 0);
  return { kilobytes: bytes / 1000, count: scripts.length };
}
