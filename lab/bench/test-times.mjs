import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { inProject } from '../../scripts/project-folder.ts';

// Writes lab/bench/test-times.md from the recorded test runs on this machine.
const runsFile = inProject('.local', 'test-runs.jsonl');
const page = inProject('lab', 'bench', 'test-times.md');

if (!existsSync(runsFile)) {
  console.error('No run is known yet. `npm test` keeps what it found in .local/test-runs.jsonl.');
  process.exit(1);
}
const runs = readFileSync(runsFile, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

const wholeRuns = runs.filter(({ command }) => command === 'npm test');
const idle = wholeRuns.findLast(({ busyLoops }) => busyLoops === 0);
const busy = wholeRuns.findLast(({ busyLoops }) => busyLoops > 0);
const tables = [times(), browsers(), lastRunsUnderLoad()].filter(Boolean).join('\n\n');
writeFileSync(
  page,
  `<!-- Written by node lab/bench/test-times.mjs. -->\n\n# Times of \`npm test\`\n\n${tables}\n`,
);
console.log(tables);

function times() {
  const names = [...new Set([idle, busy].flatMap((run) => run?.parts.map(({ name }) => name) ?? []))];
  const seconds = (run, name) => run?.parts.find((part) => part.name === name)?.seconds;
  const show = (value) => (value === undefined ? 'not run' : `${value.toFixed(0)} s`);
  const showBuilds = (run) => (run?.buildSeconds ? (run.seconds / run.buildSeconds).toFixed(1) : 'not known');
  return table(
    ['part', `idle${onProcessors(idle)}`, `beside ${busy?.busyLoops ?? 4} busy loops${onProcessors(busy)}`],
    [
      ...names.map((name) => [`\`${name}\``, show(seconds(idle, name)), show(seconds(busy, name))]),
      ['all of `npm test`', show(idle?.seconds), show(busy?.seconds)],
      ['the same in builds', showBuilds(idle), showBuilds(busy)],
    ],
  );
}

/** The last complete run in each browser, of any command. */
function browsers() {
  const last = new Map();
  for (const { at, parts } of runs)
    for (const part of parts) if (part.browser) last.set(part.browser, { ...part, at });
  const rows = [...last].map(([name, { passed, failed, at }]) => [name, passed, failed, at.slice(0, 10)]);
  return table(['browser', 'passed', 'failed', 'on'], rows);
}

function lastRunsUnderLoad() {
  const last = wholeRuns.filter(({ busyLoops }) => busyLoops > 0).slice(-3);
  const sum = (parts, key) => parts.reduce((total, part) => total + part[key], 0);
  const rows = last.map(({ at, busyLoops, parts, seconds, buildSeconds }) => [
    ...[at.slice(0, 16).replace('T', ' '), busyLoops, sum(parts, 'passed'), sum(parts, 'failed')],
    ...[`${seconds.toFixed(0)} s`, buildSeconds ? (seconds / buildSeconds).toFixed(1) : 'not known'],
  ]);
  return table(['run under load (UTC)', 'busy loops', 'passed', 'failed', 'in all', 'builds'], rows);
}

function onProcessors(run) {
  return run ? `, ${run.processors} processors` : '';
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}
