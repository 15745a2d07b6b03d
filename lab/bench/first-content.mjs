import { cpus, loadavg } from 'node:os';
import { publishProof } from '../../e2e/fixtures/public-proof.ts';
import { carrySession } from '../../e2e/fixtures/session-cookies.ts';
import { startStack } from '../../e2e/fixtures/stack.ts';
import { formatTable } from './format-table.mjs';
import { openBrowser } from './open-browser.mjs';
import { median, quantile } from './sessions/spread.mjs';

// When each signed-in page shows what it is about: node lab/bench/first-content.mjs

/** The first round warms everything up and is not counted. In turns, so that all pages meet the same machine. */
const rounds = Number(process.env.BENCH_ROUNDS ?? 15) + 1;
const paths = ['/security', '/account', '/wallets', '/activity'];
/** What every page has below its title, and what no outline of rows has. */
const content = 'main :is(section, ol, ul)';

const stack = await startStack();
const browser = await openBrowser();
const times = new Map(paths.map((path) => [path, []]));
const loads = [];
try {
  const page = await browser.newPage({ baseURL: stack.addresses.siteUrl });
  const { account } = await publishProof(stack.addresses);
  await carrySession(page, stack.addresses, account);
  await page.addInitScript((selector) => {
    const look = () => {
      if (document.querySelector(selector)?.checkVisibility()) window.contentAt = performance.now();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, content);
  for (let round = 0; round < rounds; round += 1) {
    for (const path of paths) {
      await page.goto(path);
      await page.waitForFunction(() => window.contentAt !== undefined);
      if (round > 0) times.get(path).push(await page.evaluate(() => window.contentAt));
    }
    loads.push(loadavg()[0]);
  }
} finally {
  await browser.close();
  await stack.stop();
}

const reference = median(times.get('/security'));
console.log(
  formatTable([
    ['page', 'n', 'p50 ms', 'p90 ms', 'p50 against /security'],
    ...[...times].map(([path, all]) => [
      ...[path, all.length, median(all).toFixed(0), quantile(all, 0.9).toFixed(0)],
      (median(all) / reference).toFixed(2),
    ]),
  ]),
);
console.log(
  `\nLoad of the machine, of ${cpus().length} cores: ${median(loads).toFixed(1)}, at most ${Math.max(...loads).toFixed(1)}`,
);
