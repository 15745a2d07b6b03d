import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from '../../scripts/project-folder.ts';
import { formatTable } from './format-table.mjs';
import { measureScripts } from './measure-scripts.mjs';
import { openBrowser } from './open-browser.mjs';
import { openDialog } from './open-dialog.mjs';
import { runUntilReady } from './run-until-ready.mjs';
import { servePage } from './serve-page.mjs';
import { signUp } from './sign-up.mjs';

const rounds = Number(process.env.BENCH_ROUNDS ?? 20);
// Separate ports and data, so that it can run beside `npm start` and leaves no data behind.
const sites = {
  ours: 'http://localhost:3970',
  plain: 'http://localhost:3971',
  empty: 'http://localhost:3972',
};
const scratch = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
const environment = {
  ...{ PORT: '3970', LOCAL_SUPABASE_PORT: '54970', LOCAL_SMTP_PORT: '54971', LOCAL_SOLANA_PORT: '54972' },
  LOCAL_SUPABASE_DATA: join(scratch, 'supabase'),
};

const addUp = (scripts) => scripts.reduce((sum, { gzip }) => sum + gzip, 0) / 1000;
const quantile = (values, share) => values.toSorted((a, b) => a - b)[Math.floor(values.length * share)];

const running = [];
try {
  running.push(await servePage('plain-wallets', 3971));
  running.push(await servePage('empty-page', 3972));
  running.push(await runUntilReady('npm', ['start'], { folder: projectFolder, environment }));
  const browser = await openBrowser();
  running.push({ stop: () => browser.close() });
  const storageState = await signUp(browser, sites.ours, 'http://127.0.0.1:54970/mailbox');
  const ours = { url: `${sites.ours}/wallets`, button: 'Connect wallet', storageState };
  const ways = {
    'ours, hovered': { ...ours, hovers: true },
    'ours, nothing fetched': { ...ours, hovers: false },
    'plain, all fetched with the page': { url: sites.plain, button: 'Select Wallet', hovers: true },
  };
  const { kilobytes: empty } = await measureScripts(browser, sites.empty);
  const times = {};
  const scripts = {};
  const load = [];
  for (const way of Object.values(ways)) await openDialog(browser, { ...way, slowdown: 1 });
  for (let round = 0; round < rounds; round += 1)
    for (const slowdown of [1, 4])
      for (const [name, way] of Object.entries(ways)) {
        const opened = await openDialog(browser, { ...way, slowdown });
        const row = `${name}, processor ${slowdown}x slower`;
        times[row] = [...(times[row] ?? []), opened.milliseconds];
        scripts[name] = opened;
        load.push(loadavg()[0]);
      }
  const rows = Object.entries(times).map(([name, each]) => {
    const plain = times[name.replace(/^.*(?=, processor)/, 'plain, all fetched with the page')];
    const ratios = each.map((milliseconds, round) => milliseconds / plain[round]);
    return [
      ...[name, each.length],
      ...[0.5, 0.25, 0.75, 0.95].map((share) => quantile(each, share).toFixed(0)),
      ...[0.5, 0.25, 0.75].map((share) => quantile(ratios, share).toFixed(2)),
    ];
  });
  const head = ['press to an open dialog', 'n', 'p50 ms', 'p25', 'p75', 'p95', 'to plain, p50', 'p25', 'p75'];
  console.log(formatTable([head, ...rows]));
  const island = scripts['ours, hovered'].later;
  const plain = scripts['plain, all fetched with the page'];
  console.log(
    formatTable([
      ['JavaScript', 'scripts', 'gzip KB'],
      [
        'the island on top of the page',
        island.length,
        addUp(island.filter((each) => !each.isDemoWallet)).toFixed(1),
      ],
      ['the demo wallet', '', addUp(island.filter((each) => each.isDemoWallet)).toFixed(1)],
      ['plain, more than an empty page', plain.first.length, (addUp(plain.first) - empty).toFixed(1)],
      ['plain, fetched after that', plain.later.length, addUp(plain.later).toFixed(1)],
    ]),
  );
  console.log(
    `Load of the machine, processes waiting: ${quantile(load, 0.5)} (p50), ${Math.max(...load)} (most)`,
  );
} finally {
  for (const one of running.reverse()) await one.stop();
  rmSync(scratch, { recursive: true, force: true });
}
