import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { needPrograms } from '../../programs/need-programs.ts';

const seconds = process.env.BENCH_SECONDS ?? '10';
const server = `set role service_role;`;
const person = `md5('person ' || :n)::uuid`;
const session = `md5('session ' || :n)::uuid`;

/** The most frequent calls, for random users. `chr(58)` is a colon: pgbench reads one before a letter as its variable. */
const calls = {
  'a session is checked and noted (touch_session)': `${server}
    select touch_session(${person}, ${session});`,
  'a page of wallets, with the account (list_wallets)': `${server}
    select list_wallets(${person}, ${session}, 'solana' || chr(58) || 'mainnet', '', 'newest', 1);`,
  'a page of activity (list_activity)': `${server}
    select list_activity(${person}, ${session}, 'all', '-infinity', 'infinity', 1000000000);`,
  'a public proof (read_public_proof)': `${server}
    select read_public_proof(md5('proof ' || 20 * (:n / 20))::uuid);`,
  'an app asks for wallets (read_access_token)': `${server}
    select read_access_token('access_' || md5('grant ' || 2 * (:n / 2))::uuid);`,
  'an attempt is counted (consume_rate_limit)': `${server}
    select consume_rate_limit('bench', jsonb_build_array(jsonb_build_object(
      'key_hash', encode(sha256(convert_to(:n::text, 'UTF8')), 'hex'), 'attempts', 1000000, 'window_seconds', 60)));`,
};

/** Milliseconds of each call, by pgbench with four clients. Skips users with an authenticator. */
export function measureHotCalls({ folder, runPsql }, people) {
  const { pgbench } = needPrograms({ pgbench: 'postgresql' });
  runPsql('vacuum analyze;', { role: 'supabase_admin' });
  const options = [
    '-n',
    '-M',
    'prepared',
    '-c',
    '4',
    '-j',
    '1',
    '-T',
    seconds,
    '-h',
    folder,
    '-U',
    'supabase_admin',
    'postgres',
  ];
  return new Map(
    Object.entries(calls).map(([name, statement], place) => {
      const file = join(folder, `call-${place}.sql`);
      writeFileSync(file, `\\set n 12 * random(1, ${Math.floor(people / 12) - 1}) + 2\n${statement}\n`);
      const told = execFileSync(pgbench, ['-f', file, ...options], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      return [name, Number(/latency average = ([\d.]+) ms/.exec(told)?.[1])];
    }),
  );
}
