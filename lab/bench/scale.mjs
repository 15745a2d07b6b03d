import { formatTable } from './format-table.mjs';
import { applyMigrations, applyNewMigrations } from './scale/apply-migrations.mjs';
import { fillProject, isFilled, measureSizes } from './scale/fill-project.mjs';
import { measureCleanUp } from './scale/measure-clean-up.mjs';
import { measureHotCalls } from './scale/measure-hot-calls.mjs';
import { findPlans, measureRounds } from './scale/measure-rounds.mjs';
import { startPostgres } from './scale/start-postgres.mjs';

// Measures the database's load for this many wallets, two per user: node scripts/run.mjs lab/bench/scale

const steps = (process.env.BENCH_WALLETS ?? '100000,1000000').split(',').map(Number);

// The data is generated, so losing it in a crash doesn't matter.
const postgres = await startPostgres(
  [
    // As on a server, a commit is complete when it returns, but doesn't wait for the disk. With asynchronous commits, Postgres
    // would scan deleted rows again and again until they are flushed.
    'synchronous_commit=on',
    'fsync=off',
    'full_page_writes=off',
    'wal_level=minimal',
    'max_wal_senders=0',
  ],
  process.env.BENCH_KEPT,
);
try {
  if (postgres.isNew) applyMigrations(postgres);
  else applyNewMigrations(postgres);
  console.log(postgres.runPsql('select version();').lines[0].split(' (')[0]);
  const results = [];
  for (const wallets of steps) {
    const people = wallets / 2;
    const started = Date.now();
    if (!isFilled(postgres, people)) fillProject(postgres, people);
    console.error(
      `${wallets.toLocaleString('en')} wallets after ${Math.round((Date.now() - started) / 1000)} s`,
    );
    const { medians, refused } = measureRounds(postgres);
    results.push({
      wallets,
      people,
      medians,
      refused,
      ...findPlans(postgres),
      hot: measureHotCalls(postgres, people),
      cleanUp: measureCleanUp(postgres),
      sizes: measureSizes(postgres),
    });
    printResults(results);
  }
} finally {
  await postgres.stop();
}

/** Prints after each size, so that no result is lost if a later size fails. */
function printResults(results) {
  const last = results.at(-1);
  const heads = results.map(({ wallets }) => wallets.toLocaleString('en'));
  const againstFirst = (pick, digits) => (name) => [
    name,
    ...results.map((result) => {
      const value = pick(result).get(name);
      const ratio = value / pick(results[0]).get(name);
      return value === undefined ? '' : `${value.toFixed(digits)} (${ratio.toFixed(1)})`;
    }),
  ];
  const print = (title, names, pick, digits) =>
    console.log(
      `\n${title}\n\n${formatTable([['wallets', ...heads], ...names.map(againstFirst(pick, digits))])}`,
    );
  print(
    'Milliseconds, medians; in brackets the ratio to the first column.',
    [...last.medians.keys()],
    (r) => r.medians,
    2,
  );
  print('Pages of 8 kB that a call touches, medians.', [...last.pages.keys()], (r) => r.pages, 0);
  print('pgbench, milliseconds a call with 4 clients.', [...last.hot.keys()], (r) => r.hot, 2);
  print('clean_up.', [...last.cleanUp.keys()], (r) => r.cleanUp, 1);
  print('Bytes a person, indexes included.', [...last.sizes.keys()], (r) => r.sizes, 0);
  console.log(`\nRefused: ${last.refused.join(', ') || 'none'}`);
  for (const [name, tables] of last.whole) console.log(`Read whole by ${name}: ${tables.join(', ')}`);
  if (last.whole.size === 0) console.log('Tables read whole: none of more than 5,000 rows');
}
