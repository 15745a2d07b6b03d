import { writeRound } from './round.mjs';

const rounds = Number(process.env.BENCH_ROUNDS ?? 21);
const asOwner = { role: 'supabase_admin' };
/** Rows. Below this, a sequential scan is as good as an index, and Postgres prefers it. */
const small = 5000;
/** Its scans stop at ten thousand rows, so they aren't reported. */
const bounded = 'count_for_operators';
/** The name of the statements that prepare a round. */
export const preparing = 'what prepares';
/** A refused call is logged, and the script continues. */
const goOn = '\\set ON_ERROR_STOP off\n';

/** Milliseconds of each call, measured by psql: the median of the rounds after one warm-up. */
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
  let name = preparing;
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
 * What each call reads, independent of the machine's load: `pages`, the median number of 8 kB pages it touches, and `whole`, the
 * larger tables it scans sequentially, also in functions and triggers. Ten rounds in one connection, because Postgres may switch to
 * a generic plan at the sixth.
 */
export function findPlans({ runPsql }) {
  const explain = `load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_analyze = on;
    set auto_explain.log_timing = off; set auto_explain.log_buffers = on;
    set auto_explain.log_nested_statements = on; set client_min_messages = log;\n`;
  const { log } = runPsql(goOn + explain + Array.from({ length: 10 }, writeRound).join('\n'), asOwner);
  const { lines } = runPsql(
    `select relname from pg_class where relkind = 'r' and reltuples > ${small};`,
    asOwner,
  );
  const large = new Set(lines);
  const whole = new Map();
  const touched = new Map();
  let name = preparing;
  let isCall = false;
  for (const line of log.split('\n')) {
    if (line.startsWith('> ')) name = line.slice(2);
    if (name === preparing) continue;
    // Queries inside a function are logged before the call itself, whose first buffer count is the total.
    if (line.startsWith('Query Text: ')) isCall = /^Query Text: select (\*|count\(\*\)) from /.test(line);
    const [, hit, read = '0'] = /Buffers: shared (?:hit=(\d+))?(?: ?read=(\d+))?/.exec(line) ?? [];
    if (isCall && (hit || read !== '0')) {
      touched.set(name, [...(touched.get(name) ?? []), Number(hit ?? 0) + Number(read)]);
      isCall = false;
    }
    const table = /Seq Scan on (\w+)/.exec(line)?.[1];
    if (large.has(table) && name !== bounded)
      whole.set(name, [...new Set([...(whole.get(name) ?? []), table])]);
  }
  return { whole, pages: new Map([...touched].map(([key, all]) => [key, median(all)])) };
}
