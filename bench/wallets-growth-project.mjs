import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

const supabase = new URL('../supabase/', import.meta.url);

/** Makes an empty database what a Supabase project is, by the schema of the local one and the migrations unchanged. */
export function applyMigrations({ runPsql }) {
  const read = (path) => readFileSync(new URL(path, supabase), 'utf8');
  const transaction = { options: ['-1'] };
  // The first file gives the superuser another name, and makes postgres the plain role that it is in a project.
  runPsql(read('local/schema/0001_roles.sql'), transaction);
  runPsql(read('local/schema/0002_auth.sql'), { ...transaction, role: 'supabase_admin' });
  for (const file of readdirSync(new URL('migrations', supabase)).sort())
    runPsql(read(`migrations/${file}`), transaction);
  runPsql(read('testing/wallets/fill-wallets.sql'), transaction);
  // What is measured is said as over REST, without a schema.
  runPsql(
    `select format('alter database %I set search_path = countersign, countersign_private, public', current_database()) \\gexec`,
    { role: 'supabase_admin' },
  );
}

/** What a kept database does not have yet. */
export function applyNewMigrations({ runPsql }) {
  const [version] = runPsql('select countersign.schema_version();').lines;
  for (const file of readdirSync(new URL('migrations', supabase)).sort())
    if (file.slice(0, version.length) > version)
      runPsql(readFileSync(new URL(`migrations/${file}`, supabase), 'utf8'), { options: ['-1'] });
}

/** Adds a signed-in account with this many wallets. Returns its ids. */
export function addAccount({ runPsql }, walletCount) {
  const account = { userId: randomUUID(), sessionId: randomUUID(), walletCount };
  runPsql(
    `insert into auth.users (id, email, email_confirmed_at) values ('${account.userId}', '${account.userId}@example.com', now());
    insert into auth.sessions (id, user_id) values ('${account.sessionId}', '${account.userId}');
    set role service_role;
    select record_session('${account.userId}', '${account.sessionId}', 'password', null);
    select fill_wallets('${account.userId}', ${walletCount});`,
    { role: 'supabase_admin' },
  );
  return account;
}

const accountsAtOnce = 1000;

/**
 * Adds accounts with this many wallets each, and what gathers around them: a session, six challenges of which none was
 * cleaned away, and a link to a proof of an account that is gone.
 */
export function addOtherAccounts({ runPsql }, accountCount, walletsEach) {
  for (let left = accountCount; left > 0; left -= accountsAtOnce)
    runPsql(
      // References need no checks: this makes half the work of filling.
      `set session_replication_role = replica;
      create temporary table added as select gen_random_uuid() as id from generate_series(1, ${Math.min(left, accountsAtOnce)});
      insert into auth.users (id, email, email_confirmed_at) select id, id || '@example.com', now() from added;
      insert into auth.sessions (id, user_id) select gen_random_uuid(), id from added;
      select count(fill_wallets(id, ${walletsEach})) from added;
      insert into deleted_public_proofs (id) select gen_random_uuid() from added;
      insert into challenges (user_id, session_id, purpose, method, chain, address, origin, nonce, message, issued_at, expires_at)
        select id, gen_random_uuid(), 'prove', 'sign_message', 'solana:mainnet', repeat('z', 44), 'http://localhost:3000',
          replace(gen_random_uuid()::text, '-', ''), sha512('statement'), now() - interval '1 hour', now() - interval '55 minutes'
        from added, generate_series(1, 6);`,
      { role: 'supabase_admin' },
    );
}
