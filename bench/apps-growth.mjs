import { addApps, addGrants } from './apps/fill-grants.mjs';
import { writeRound } from './apps/growth-operations.mjs';
import { formatTable } from './format-table.mjs';
import { startPostgres } from './wallets-growth-postgres.mjs';
import { addAccount, applyMigrations } from './wallets-growth-project.mjs';

// What apps ask of the database, with more and more grants in it: node bench/apps-growth.mjs

const rounds = 21;
const most = Number(process.env.BENCH_GRANTS ?? 1_000_000);
const steps = [1000, 10_000, 100_000, 1_000_000].filter((grants) => grants < most).concat(most);

const postgres = await startPostgres();
try {
  applyMigrations(postgres);
  console.log(postgres.runPsql('select version();').lines[0].split(' (')[0]);
  addApps(postgres);
  const account = addAccount(postgres, 2);
  const results = [];
  let inTable = 0;
  for (const grants of steps) {
    addGrants(postgres, grants - inTable);
    inTable = grants;
    results.push({ inTable, medians: measure(account) });
    console.error(`${grants.toLocaleString('en')} grants`);
  }
  printTimes(results);
  printPlans(account);
} finally {
  await postgres.stop();
}

/** Milliseconds of each operation, as psql saw them: the median of the rounds, after one to warm up. */
function measure(account) {
  postgres.runPsql('vacuum analyze;', { role: 'supabase_admin' });
  const script = Array.from({ length: rounds + 1 }, () => writeRound(account)).join('\n');
  const times = new Map();
  let operation = '';
  for (const line of postgres.runPsql(script, { role: 'supabase_admin' }).lines) {
    if (line.startsWith('> ')) operation = line.slice(2);
    const milliseconds = /^Time: ([\d.]+) ms/.exec(line)?.[1];
    if (milliseconds) times.set(operation, [...(times.get(operation) ?? []), Number(milliseconds)]);
  }
  return new Map([...times].map(([name, all]) => [name, median(all.slice(1))]));
}

function median(values) {
  return values.sort((one, other) => one - other)[Math.floor(values.length / 2)];
}

function printTimes(results) {
  const first = results[0].medians;
  console.log(`\nMilliseconds, medians of ${rounds}; in brackets the ratio to the first column.\n`);
  console.log(
    formatTable([
      ['grants', ...results.map(({ inTable }) => inTable.toLocaleString('en'))],
      ...[...first].map(([name, smallest]) => [
        name,
        ...results.map(({ medians }) => {
          const value = medians.get(name);
          return `${value.toFixed(2)} (${(value / smallest).toFixed(1)})`;
        }),
      ]),
    ]),
  );
}

/** The plans of every statement, those inside the functions too, as Postgres ran them on the full tables. */
function printPlans(account) {
  const explain = `load 'auto_explain'; set auto_explain.log_min_duration = 0;
    set auto_explain.log_nested_statements = on; set client_min_messages = log;`;
  const { log } = postgres.runPsql(`${explain}\n${writeRound(account)}`, { role: 'supabase_admin' });
  const whole = [...new Set([...log.matchAll(/Seq Scan on (\w+)/g)].map(([, table]) => table))];
  console.log(`\nTables read whole: ${whole.join(', ') || 'none'}`);
}
