import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { applyMigrations } from '../../bench/scale/apply-migrations.mjs';
import { startPostgres } from '../../bench/scale/start-postgres.mjs';

// Two connections of a real PostgreSQL, which the local backend has only one of. Prints what each was answered, as JSON.

const asOwner = { role: 'supabase_admin' };
const postgres = await startPostgres();

/** A transaction that has done this and stays open. */
async function hold(statement) {
  const options = ['-X', '-q', '-A', '-t', '-h', postgres.folder, '-d', 'postgres', '-U', 'supabase_admin'];
  const child = spawn(postgres.programs.psql, options, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  child.stdin.write(`begin;\n${statement}\n\\echo held\n`);
  let told = '';
  for await (const part of child.stdout.setEncoding('utf8')) {
    told += part;
    if (told.includes('held')) break;
  }
  const end = async () => {
    child.stdin.end('commit;\n');
    await ended;
  };
  return { told: told.split('\n').find((line) => line.startsWith('{')) ?? null, end };
}

/** Null where it answered null. A wait of a second is an error. */
function forget() {
  const [line] = postgres.runPsql(`set lock_timeout = '1s'; select clean_up();`, asOwner).lines;
  return line ? JSON.parse(line) : null;
}

try {
  applyMigrations(postgres);
  postgres.runPsql(
    `insert into rate_limits (kind, key_hash, attempts, window_ends_at)
      select 'test', encode(sha256(convert_to(n::text, 'UTF8')), 'hex'), 1, now() - interval '1 hour' from generate_series(1, 5) as n;`,
    asOwner,
  );
  const attempt = await hold(
    `update rate_limits set attempts = 2 where key_hash = (select min(key_hash) from rate_limits);`,
  );
  const besideAnAttempt = forget();
  await attempt.end();
  const first = await hold('select clean_up();');
  const besideAnother = forget();
  await first.end();
  const after = forget();
  console.log(JSON.stringify({ besideAnAttempt, first: JSON.parse(first.told), besideAnother, after }));
} finally {
  await postgres.stop();
}
