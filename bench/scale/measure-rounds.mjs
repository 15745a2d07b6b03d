import { writeRound } from './round.mjs';

const rounds = Number(process.env.BENCH_ROUNDS ?? 21);
const asOwner = { role: 'supabase_admin' };
/** Tables that stay as they are however many people come, as long as Auth deletes whom it is asked to. */
const constant = [
  'event_kinds',
  'clean_up',
  'pending_deletions',
  'oauth_keys',
  'oauth_clients',
  'oauth_client_logos',
  'pg_class',
  'pg_namespace',
];
/** What is refused is noticed, and the rest goes on. */
const goOn = '\\set ON_ERROR_STOP off\n';

/** Milliseconds of each call, as psql saw them: the median of the rounds, after one to warm up. */
export function measureRounds({ runPsql }) {
  const script = goOn + Array.from({ length: rounds + 1 }, writeRound).join('\n');
  const { lines, log } = runPsql(script, asOwner);
  const times = new Map();
  let name = '';
  for (const line of lines) {
    if (line.startsWith('> ')) name = line.slice(2);
    const milliseconds = /^Time: ([\d.]+) ms/.exec(line)?.[1];
    if (milliseconds) times.set(name, [...(times.get(name) ?? []), Number(milliseconds)]);
  }
  const medians = new Map(
    [...times].map(([key, all]) => [key, median(all.slice(all.length > rounds ? 1 : 0))]),
  );
  return { medians, refused: findRefused(log) };
}

function findRefused(log) {
  const refused = new Set();
  let name = 'what prepares';
  for (const line of log.split('\n')) {
    if (line.startsWith('> ')) name = line.slice(2);
    const message = /ERROR: +(.*)/.exec(line)?.[1];
    if (message) refused.add(`${name}: ${message}`);
  }
  return [...refused];
}

function median(values) {
  return values.sort((one, other) => one - other)[Math.floor(values.length / 2)];
}

/**
 * The tables that grow and were read whole, by call, those inside functions and triggers too. Ten rounds in one connection:
 * from the sixth on Postgres may take a plan for any parameter.
 */
export function findPlans({ runPsql }) {
  const explain = `load 'auto_explain'; set auto_explain.log_min_duration = 0;
    set auto_explain.log_nested_statements = on; set client_min_messages = log;\n`;
  const { log } = runPsql(goOn + explain + Array.from({ length: 10 }, writeRound).join('\n'), asOwner);
  const whole = new Map();
  let name = 'what prepares';
  for (const line of log.split('\n')) {
    if (line.startsWith('> ')) name = line.slice(2);
    const table = /Seq Scan on (\w+)/.exec(line)?.[1];
    if (!table || constant.includes(table) || name === 'what prepares') continue;
    whole.set(name, [...new Set([...(whole.get(name) ?? []), table])]);
  }
  return whole;
}
