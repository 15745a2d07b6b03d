import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { count, observe, startCounting } from '../../lib/metrics/count.ts';
import { withoutConfiguration } from '../../scripts/stack/configuration.ts';
import { findFreePort } from '../../scripts/stack/ports.ts';
import { startBackend } from '../../scripts/stack/start-backend.ts';
import { formatTable } from './format-table.mjs';
import { measureLoad } from './sessions/measure-load.mjs';
import { readProcessorTime } from './sessions/processor-time.mjs';
import { serveApp } from './sessions/serve-app.mjs';
import { describeSpread } from './sessions/spread.mjs';

const rounds = Number(process.env.ROUNDS ?? 15);
const roundInMilliseconds = 2_000;
const times = 1_000_000;

/** What counting one request takes: its two counters, its duration, and one call of the backend. Nanoseconds. */
function measureCounting() {
  const startedAt = performance.now();
  for (let one = 0; one < times; one++) {
    count('requests', { route: '/wallets', status: '2xx' });
    observe('requestDuration', { route: '/wallets' }, 0.03);
    count('sessionChecks', { outcome: 'cached' });
    count('backendCalls', { backend: 'database', call: 'live_wallets', outcome: 'ok' });
    observe('backendDuration', { backend: 'database' }, 0.004);
  }
  return Math.round(((performance.now() - startedAt) / times) * 1e6);
}

measureCounting();
const off = measureCounting();
startCounting();
measureCounting();
console.log(`Counting a request and one call: ${measureCounting()} ns; where it is off: ${off} ns\n`);

const folder = await mkdtemp(join(tmpdir(), 'bench-metrics-'));
const backend = await startBackend({
  ...{ port: await findFreePort(), smtpPort: await findFreePort(), siteUrl: 'http://localhost:3000' },
  ...{ dataFolder: join(folder, 'supabase'), environment: withoutConfiguration(process.env) },
});
const running = [];
try {
  const variables = {
    ...{ SUPABASE_URL: backend.url, SUPABASE_PUBLISHABLE_KEY: backend.publishableKey },
    ...{ SUPABASE_SECRET_KEY: backend.secretKey, COUNTERSIGN_EMBEDDED: '1', NEXT_DIST_DIR: '.next-test' },
  };
  const serve = async (name, more) => {
    const app = await serveApp('.', '/sign-in', { ...variables, ...more });
    running.push(app);
    const cookieOf = () => 'theme=dark';
    await measureLoad(app.url, { cookieOf, requests: 400 });
    return { ...app, name, cookieOf, rounds: [] };
  };
  const without = await serve('off');
  const apps = [
    without,
    await serve('off, again'),
    await serve('counted', { METRICS_TOKEN: 'a-token-of-the-bench-0123456789' }),
  ];
  for (let round = 0; round < rounds; round++)
    for (let turn = 0; turn < apps.length; turn++) await measureRound(apps[(round + turn) % apps.length]);
  console.log(
    `/sign-in, in turns, each against the first: the median of ${rounds} rounds, and the middle half`,
  );
  const rows = apps.slice(1).map((app) => {
    const compare = (ratio) =>
      describeSpread(
        app.rounds.map((its, at) => ratio(its, without.rounds[at])),
        3,
      );
    return [
      app.name,
      compare((its, first) => its.perSecond / first.perSecond),
      compare((its, first) => its.processor / first.processor),
    ];
  });
  console.log(formatTable([['', 'requests/s', 'processor time a request'], ...rows]));
} finally {
  for (const app of running) await app.stop();
  await backend.process.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function measureRound(app) {
  const before = readProcessorTime(app.pid);
  const load = await measureLoad(app.url, { cookieOf: app.cookieOf, milliseconds: roundInMilliseconds });
  app.rounds.push({ ...load, processor: (readProcessorTime(app.pid) - before) / load.count });
}
