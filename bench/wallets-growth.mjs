import { formatTable } from './format-table.mjs';
import { writeRound } from './wallets-growth-operations.mjs';
import { startPostgres } from './wallets-growth-postgres.mjs';
import { addAccount, addOtherAccounts, applyMigrations } from './wallets-growth-project.mjs';

const rounds = 21;
const walletsInAll = 1_000_000;
const walletsOfOthers = 100;

const postgres = await startPostgres();
try {
  applyMigrations(postgres);
  console.log(postgres.runPsql('select version();').lines[0].split(' (')[0]);

  const results = [];
  let inTable = 0;
  const accounts = [];
  for (const walletCount of [10, 100, 1000, 10_000, 100_000]) {
    accounts.push(addAccount(postgres, walletCount));
    inTable += walletCount;
    results.push(measure(accounts.at(-1), inTable));
  }
  const others = Math.ceil((walletsInAll - inTable) / walletsOfOthers);
  addOtherAccounts(postgres, others, walletsOfOthers);
  inTable += others * walletsOfOthers;
  for (const account of [accounts[0], accounts.at(-1)]) results.push(measure(account, inTable));

  printTimes(results);
  printPlans(accounts.at(-1));
} finally {
  await postgres.stop();
}

/** Milliseconds of each operation, as psql saw them: the median of the rounds, after one to warm up. */
function measure(account, inTable) {
  postgres.runPsql('vacuum analyze;', { role: 'supabase_admin' });
  const script = Array.from({ length: rounds + 1 }, () => writeRound(account)).join('\n');
  const times = new Map();
  let operation = '';
  for (const line of postgres.runPsql(script, { role: 'supabase_admin' }).lines) {
    if (line.startsWith('> ')) operation = line.slice(2);
    const milliseconds = /^Time: ([\d.]+) ms/.exec(line)?.[1];
    if (milliseconds) times.set(operation, [...(times.get(operation) ?? []), Number(milliseconds)]);
  }
  const medians = new Map([...times].map(([name, all]) => [name, median(all.slice(1))]));
  return { account, inTable, medians };
}

function median(values) {
  return values.sort((one, other) => one - other)[Math.floor(values.length / 2)];
}

function printTimes(results) {
  const count = (number) => number.toLocaleString('en');
  const first = results[0].medians;
  console.log(`\nMilliseconds, medians of ${rounds}; in brackets the ratio to the first column.\n`);
  console.log(
    formatTable([
      ['wallets on the account', ...results.map(({ account }) => count(account.walletCount))],
      ['wallets in the table', ...results.map(({ inTable }) => count(inTable))],
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

/** The plans of every statement, those inside the functions too, as Postgres ran them on the full table. */
function printPlans(account) {
  const explain = `load 'auto_explain'; set auto_explain.log_min_duration = 0;
    set auto_explain.log_nested_statements = on; set client_min_messages = log;`;
  const { log } = postgres.runPsql(`${explain}\n${writeRound(account)}`, { role: 'supabase_admin' });
  const indexes = [
    ...log.matchAll(/Index (?:Only )?Scan (?:Backward )?using (\w+)|Bitmap Index Scan on (\w+)/g),
  ];
  const used = [...new Set(indexes.map(([, scanned, bitmap]) => scanned ?? bitmap))].sort();
  const whole = [...new Set([...log.matchAll(/Seq Scan on (\w+)/g)].map(([, table]) => table))];
  console.log(`\nIndexes used: ${used.join(', ')}`);
  console.log(`Tables read whole: ${whole.join(', ') || 'none'}`);
}
