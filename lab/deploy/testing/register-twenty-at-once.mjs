import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { applyMigrations } from '../../bench/scale/apply-migrations.mjs';
import { startPostgres } from '../../bench/scale/start-postgres.mjs';

// Twenty connections of a real PostgreSQL, each of which registers an app, all for one person. All wait for that account before
// any goes on. Prints how many were answered what, as JSON: once for the same app twenty times, once for twenty apps.

const asOwner = { role: 'supabase_admin' };
const postgres = await startPostgres();

function open(script) {
  const options = ['-X', '-q', '-A', '-t', '-h', postgres.folder, '-d', 'postgres', '-U', 'supabase_admin'];
  const child = spawn(postgres.programs.psql, options, { stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.write(script);
  return {
    child,
    told: Promise.all([text(child.stdout), text(child.stderr)]).then((parts) => parts.join('')),
  };
}

async function register(nameOf) {
  const [userId, sessionId] = [randomUUID(), randomUUID()];
  postgres.runPsql(
    `insert into auth.users (id, email, email_confirmed_at) values ('${userId}', '${userId}@example.com', now());
    insert into auth.sessions (id, user_id) values ('${sessionId}', '${userId}');
    select record_session('${userId}', '${sessionId}', 'password', null);
    update account_sessions set stepped_up_at = now(), stepped_up_by = 'password' where session_id = '${sessionId}';`,
    asOwner,
  );
  const holder = open(
    `begin; select user_id from countersign.accounts where user_id = '${userId}' for update;\n`,
  );
  await new Promise((held) => holder.child.stdout.once('data', held));
  const sent = Array.from({ length: 20 }, (_, at) => {
    const described = { name: nameOf(at), redirect_uris: ['https://gate.example/callback'] };
    const one = open(
      `set role service_role; select countersign.register_own_oauth_client('${userId}', '${sessionId}', '${JSON.stringify(described)}', repeat('A', 43), null);`,
    );
    one.child.stdin.end();
    return one.told;
  });
  const countWaiting = () =>
    Number(
      postgres.runPsql(
        `select count(*) from pg_stat_activity where wait_event_type = 'Lock' and query like '%register_own_oauth_client%';`,
        asOwner,
      ).lines[0],
    );
  // What they are to be sent needs its turn.
  const deadline = Date.now() + 120_000;
  while (countWaiting() < 20) {
    if (Date.now() > deadline)
      throw new Error(`${countWaiting()} of 20 wait for the account after two minutes.`);
    await setImmediate();
  }
  holder.child.stdin.end('commit;\n');
  const counts = {};
  for (const told of await Promise.all(sent)) {
    const answer =
      /app\.[a-z_]+/.exec(told)?.[0] ?? (/^app_[a-z0-9]{24}$/.test(told.trim()) ? 'registered' : told);
    counts[answer] = (counts[answer] ?? 0) + 1;
  }
  return counts;
}

try {
  applyMigrations(postgres);
  const same = await register(() => 'Gate');
  const others = await register((at) => `Gate ${at}`);
  console.log(JSON.stringify({ same, others }));
} finally {
  await postgres.stop();
}
