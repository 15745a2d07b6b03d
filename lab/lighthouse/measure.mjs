import { cpus, loadavg } from 'node:os';
import lighthouse from 'lighthouse';
import { chromium } from 'playwright';
import { publishProof } from '../../e2e/fixtures/public-proof.ts';
import { startRelyingApp } from '../../e2e/fixtures/relying-app.ts';
import { addSessionCookies } from '../../e2e/fixtures/session-cookies.ts';
import { startStack } from '../../e2e/fixtures/stack.ts';
import { findBrowser } from '../../scripts/prepare/find-browser.ts';
import { findFreePort } from '../../scripts/stack/ports.ts';
import { servePage } from '../bench/serve-page.mjs';
import { median } from '../bench/sessions/spread.mjs';

// Runs Lighthouse with a phone's settings on the pages that visitors open first and on an empty page of Next.js, in turns, so that
// all run under the same load. In this folder: npm ci && npm run measure. Needs a current build:
// NEXT_DIST_DIR=.next-test npm run build in the project folder.

const rounds = Number(process.env.LIGHTHOUSE_ROUNDS ?? 5);
/**
 * By default Lighthouse loads a page at full speed and simulates a phone's times. `devtools` throttles the browser instead:
 * see docs/performance.md for the reason to use both.
 */
const throttlingMethod = process.env.LIGHTHOUSE_THROTTLING ?? 'simulate';
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];
const metrics = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
];

const stack = await startStack();
const emptyPort = await findFreePort();
const empty = await servePage('empty-page', emptyPort);
const port = await findFreePort();
const isRoot = process.getuid?.() === 0;
const context = await chromium.launchPersistentContext('', {
  executablePath: findBrowser()?.path,
  args: [
    `--remote-debugging-port=${port}`,
    '--disable-gpu',
    '--disable-dev-shm-usage',
    // A phone doesn't round glyph widths to whole pixels.
    '--font-render-hinting=none',
    ...(isRoot ? ['--no-sandbox'] : []),
  ],
});
const results = new Map();
const failed = new Map();
const loads = [];
const onEnd = [];
try {
  const { siteUrl } = stack.addresses;
  const proof = await publishProof(stack.addresses);
  const app = await startRelyingApp(stack.addresses, { scope: 'openid wallets' });
  onEnd.push(() => app.stop());
  const pages = [
    { name: 'an empty page', url: `http://localhost:${emptyPort}/` },
    { name: '/sign-in', url: `${siteUrl}/sign-in` },
    { name: '/sign-up', url: `${siteUrl}/sign-up` },
    { name: '/wallets', url: `${siteUrl}/wallets`, account: proof.account },
    { name: '/proofs/{id}', url: siteUrl + proof.path },
    { name: 'consent', url: `${app.url}/sign-in`, account: proof.account, leadsElsewhere: true },
  ];
  for (let round = 0; round < rounds; round += 1) {
    for (const page of pages) {
      await context.clearCookies();
      const url = page.account ? await openSignedIn(page) : page.url;
      const { lhr } = await lighthouse(url, {
        port,
        logLevel: 'error',
        onlyCategories: categories,
        throttlingMethod,
      });
      if (lhr.finalDisplayedUrl !== url) throw new Error(`${url} led to ${lhr.finalDisplayedUrl}.`);
      results.set(page.name, [...(results.get(page.name) ?? []), lhr]);
      failed.set(page.name, listFailed(lhr));
      loads.push(loadavg()[0]);
      console.error(`${round + 1} ${page.name}: ${categories.map((name) => scoreOf(lhr, name)).join(' ')}`);
    }
  }
} finally {
  await context.close();
  for (const end of onEnd) await end();
  await stack.stop();
  await empty.stop();
}

const middle = (name, read) => median(results.get(name).map(read));
console.log('| page | P | A | BP | SEO | FCP | LCP | blocked | CLS |\n|---|---|---|---|---|---|---|---|---|');
for (const name of results.keys()) {
  const scores = categories.map((category) => middle(name, (lhr) => scoreOf(lhr, category)));
  const [fcp, lcp, blocked, shift] = metrics.map((metric) =>
    middle(name, (lhr) => lhr.audits[metric].numericValue),
  );
  const times = [...[fcp, lcp].map((time) => `${(time / 1000).toFixed(2)} s`), `${blocked.toFixed(0)} ms`];
  console.log(`| ${[name, ...scores, ...times, shift.toFixed(3)].join(' | ')} |`);
}
for (const [name, audits] of failed) {
  if (audits.length > 0) console.log(`\n${name}, in the last round:\n${audits.join('\n')}`);
}
console.log(
  `\nMedians of ${rounds}. Load of the machine, of ${cpus().length} cores: ${median(loads).toFixed(1)}, at most ${Math.max(...loads).toFixed(1)}`,
);

/** Opens a page of a signed-in user as a first visit, without the cookie that names the cached style sheet. */
async function openSignedIn({ account, url, leadsElsewhere }) {
  const tab = await context.newPage();
  await addSessionCookies(tab, stack.addresses, account);
  if (leadsElsewhere) await tab.goto(url);
  const address = leadsElsewhere ? tab.url().replace(/#$/, '') : url;
  await context.clearCookies({ name: 'sheet' });
  await tab.close();
  return address;
}

function scoreOf(lhr, category) {
  return Math.round(lhr.categories[category].score * 100);
}

/** Failed audits other than speed. */
function listFailed(lhr) {
  return categories
    .slice(1)
    .flatMap((category) =>
      lhr.categories[category].auditRefs
        .filter(({ id, weight }) => weight > 0 && lhr.audits[id].score !== null && lhr.audits[id].score < 1)
        .map(({ id }) => `- ${category}: ${lhr.audits[id].title}`),
    );
}
