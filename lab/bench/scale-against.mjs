import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatTable } from './format-table.mjs';

// Compares the database's times and sizes with another commit's: node lab/bench/scale-against.mjs COMMIT
// In turns, each commit's own `scale.mjs`, which was once in `bench`, measures its own schema.

const [commit] = process.argv.slice(2);
if (!commit) throw new Error('Say which commit: node lab/bench/scale-against.mjs COMMIT');
const wallets = process.env.BENCH_WALLETS ?? '100000';
const turns = Number(process.env.BENCH_TURNS ?? 3);

const scratch = mkdtempSync(join(tmpdir(), 'countersign-scale-'));
// PostgreSQL runs as another user.
chmodSync(scratch, 0o755);
const checkout = join(scratch, 'checkout');
execFileSync('git', ['worktree', 'add', '--detach', checkout, commit], { stdio: 'ignore' });
try {
  const before = { cwd: checkout, kept: join(scratch, 'before'), runs: [] };
  const now = { cwd: process.cwd(), kept: join(scratch, 'now'), runs: [] };
  for (let turn = 0; turn < turns; turn++) for (const side of [before, now]) side.runs.push(measure(side));
  printTables(mergeRuns(before.runs), mergeRuns(now.runs));
} finally {
  execFileSync('git', ['worktree', 'remove', '--force', checkout]);
  rmSync(scratch, { recursive: true, force: true });
}

/** The tables that `scale.mjs` prints: `title`, and the value of each row by its name. */
function measure({ cwd, kept }) {
  const env = { ...process.env, BENCH_WALLETS: wallets, BENCH_KEPT: kept };
  const program = ['lab/bench/scale.mjs', 'bench/scale.mjs'].find((path) => existsSync(join(cwd, path)));
  const told = execFileSync(process.execPath, [program], { cwd, env, encoding: 'utf8' });
  const blocks = told.split('\n\n');
  return blocks.flatMap((block, place) => {
    if (!block.startsWith('wallets ')) return [];
    const rows = [...block.matchAll(/^(.+?) {2,}([\d.]+) \(/gm)].map(([, name, value]) => [
      name,
      Number(value),
    ]);
    return [{ title: blocks[place - 1].trim(), rows: new Map(rows) }];
  });
}

/** Medians. Of clean-up only the first turn counts, because later turns have fewer old rows. */
function mergeRuns(runs) {
  const [first] = runs;
  return first.map(({ title, rows }, place) => {
    const counted = title === cleaning(first) ? [first] : runs;
    const median = (name) => {
      const values = counted.map((tables) => tables[place].rows.get(name)).sort((one, other) => one - other);
      return values[Math.floor(values.length / 2)];
    };
    return { title, rows: new Map([...rows.keys()].map((name) => [name, median(name)])) };
  });
}

function cleaning(tables) {
  return tables.find(({ rows }) => rows.has('rows that went')).title;
}

function printTables(before, now) {
  for (const [place, { title, rows }] of now.entries()) {
    const former = before[place].rows;
    // Tables are sorted by size, so a renamed one can't be recognized by its place.
    const formerName = title.startsWith('Bytes')
      ? new Map()
      : pairRenamed([...former.keys()], [...rows.keys()]);
    const paired = new Set(formerName.values());
    const lost = [...former.keys()].filter((name) => !rows.has(name) && !paired.has(name));
    const cells = [...rows].map(([name, value]) => {
      const was = former.get(formerName.get(name) ?? name);
      return [name, was ?? '', value, was ? (value / was).toFixed(2) : ''];
    });
    const ratios = cells.map(([, was, value]) => Number((value / was).toFixed(2))).filter(Number.isFinite);
    ratios.sort((one, other) => one - other);
    const [least, middle, most] = [0, 0.5, 1].map((share) => ratios[Math.floor(share * (ratios.length - 1))]);
    console.log(`\n${title}\n\n${formatTable([['', commit, 'now', 'ratio'], ...cells])}`);
    console.log(`\nRatios: ${least} to ${most}, median ${middle}.`);
    if (lost.length > 0) console.log(`Only at ${commit}: ${lost.join(', ')}`);
  }
}

/** Pairs renamed functions. Calls have a fixed order: if the same number is new between two shared names, they were renamed. */
function pairRenamed(former, names) {
  const [before, now] = [groupAfterShared(former, names), groupAfterShared(names, former)];
  const pairs = new Map();
  for (const [shared, added] of now) {
    const gone = before.get(shared) ?? [];
    if (gone.length === added.length) for (const [at, name] of added.entries()) pairs.set(name, gone[at]);
  }
  return pairs;
}

/** The names that `others` lacks, grouped by the shared name before them. */
function groupAfterShared(names, others) {
  const groups = new Map();
  let shared = '';
  for (const name of names) {
    if (others.includes(name)) shared = name;
    else groups.set(shared, [...(groups.get(shared) ?? []), name]);
  }
  return groups;
}
