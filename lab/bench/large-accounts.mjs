import { formatTable } from './format-table.mjs';
import { applyMigrations } from './scale/apply-migrations.mjs';
import { startPostgres } from './scale/start-postgres.mjs';

// Measures what pages read of accounts of different sizes: node lab/bench/large-accounts.mjs

/** Rows of wallets and activity. An account has at most 200 apps, with at most 20 wallets each. */
const sizes = [1, 20, 10_000];
const asOwner = { role: 'supabase_admin' };
const person = (rows) => `md5('person ${rows}')::uuid`;
const session = (rows) => `md5('session ${rows}')::uuid`;

const fill = (rows) => `
  insert into auth.users (id, aud, role, email, email_confirmed_at, created_at, updated_at)
  values (${person(rows)}, 'authenticated', 'authenticated', 'person${rows}@example.com', now(), now(), now());
  insert into auth.sessions (id, user_id, created_at, updated_at, aal) values (${session(rows)}, ${person(rows)}, now(), now(), 'aal1');
  insert into accounts (user_id, code, created_at) values (${person(rows)}, upper(left(md5('${rows}'), 4) || '-' || right(md5('${rows}'), 4)), now());
  insert into account_sessions (session_id, user_id, method, first_seen_at, last_seen_at) values (${session(rows)}, ${person(rows)}, 'password', now(), now());
  create temp table made on commit drop as
    select n, md5('wallet ${rows} ' || n)::uuid as id, md5('proof ${rows} ' || n)::uuid as proof_id,
      left(translate(md5('${rows} ' || n) || md5(n || ' ${rows}'), '0', 'z'), 44) as address, now() - n * interval '1 minute' as at
    from generate_series(1, ${rows}) as n;
  insert into wallets (id, user_id, chain, address, label, is_primary, proof_id, proven_at, created_at, wallet_name)
  select id, ${person(rows)}, 'solana:mainnet', address, 'Label ' || n, n = 1, proof_id, at, at, 'Phantom' from made;
  insert into proofs (
    id, wallet_id, user_id, challenge_id, account_code, method, chain, address, origin, message, signed_bytes, signature,
    proven_at, outcome, evidence_at, is_public
  )
  select proof_id, id, ${person(rows)}, gen_random_uuid(), 'AAAA-BBBB', 'sign_message', 'solana:mainnet', address, 'https://countersign.example',
    decode(repeat('61', 400), 'hex'), decode(repeat('61', 400), 'hex'), decode(repeat('61', 64), 'hex'), at, 'proven', at, false from made;
  -- The only event about an app is the oldest.
  insert into activity_events (user_id, kind, details, device, session_id, created_at)
  select ${person(rows)}, case when n = ${rows} then 'app_ended' when n % 2 = 0 then 'signed_in' else 'wallet_proven' end,
    jsonb_build_object('address', address), 'Firefox on Linux', ${session(rows)}, at from made order by n desc;
  insert into oauth_grants (id, user_id, client_id, scopes, created_at, agreed_at)
  select md5('grant ${rows} ' || n)::uuid, ${person(rows)}, 'app_' || lpad(n::text, 24, '0'), '{openid,wallets}', at, at from made where n <= 200;
  insert into oauth_granted_wallets (grant_id, wallet_id)
  select md5('grant ${rows} ' || app.n)::uuid, wallet.id from made app, made wallet where app.n <= 200 and wallet.n <= 20;`;

const wallets = (order, more = '') =>
  `select * from countersign.live_wallets where chain = 'solana:mainnet' ${order} limit 50 ${more}`;
const activity = (filter) => `select * from countersign.activity where ${filter} order by id desc limit 51`;
/** Queries of pages, with the account's rights over REST. */
const reads = {
  '/wallets, newest': wallets('order by is_primary desc, created_at desc, id'),
  '/wallets, last page': wallets('order by is_primary desc, created_at desc, id', 'offset 9950'),
  '/wallets, number of all': `select count(*) from countersign.live_wallets where chain = 'solana:mainnet'`,
  '/wallets, by name': wallets('order by sort_name, id'),
  '/wallets, oldest proof': wallets('order by proven_at, id'),
  '/wallets, a search': wallets(`and search_text like '%label 7%' order by sort_name, id`),
  '/activity': activity('true'),
  '/activity, oldest': activity('id < 60'),
  '/activity, sign-ins': activity(`kind in ('signed_in', 'signed_in_elsewhere', 'sign_in_refused')`),
  '/activity, apps': activity(`kind like 'app_%'`),
  '/activity, security': activity(
    `not kind in ('signed_in', 'signed_in_elsewhere', 'sign_in_refused') and kind !~ '^(wallet|app)_'`,
  ),
  '/activity, a day': activity(
    `created_at >= now() - interval '2 days' and created_at < now() - interval '1 day'`,
  ),
};
/** Functions that the server calls for pages. */
const calls = {
  '/apps (list_oauth_grants)': 'list_oauth_grants(:bound, 1)',
  '/account (describe_account)': `describe_account(:bound, 'solana:mainnet')`,
  '/people (describe_public_page)': 'describe_public_page(:bound)',
  '/security (list_sessions)': 'list_sessions(:bound)',
};

const postgres = await startPostgres(['fsync=off']);
try {
  applyMigrations(postgres);
  postgres.runPsql(
    `set session_replication_role = replica; begin;
    insert into oauth_clients (client_id, name, redirect_uris, sector, is_confidential, secret_hash, is_reviewed)
    select 'app_' || lpad(n::text, 24, '0'), 'App ' || n, array['https://app.example/callback'], 'app.example', true, repeat('A', 43), true
    from generate_series(1, 200) as n;
    commit; ${sizes.map((rows) => `begin; ${fill(rows)} commit;`).join('\n')}`,
    asOwner,
  );
  postgres.runPsql('vacuum analyze;', asOwner);
  const measured = sizes.map((rows) => [
    ...Object.values(reads).map((sql) => measure(rows, sql, 'authenticated')),
    ...Object.values(calls).map((sql) => measure(rows, `select * from ${sql}`, 'service_role')),
  ]);
  const names = [...Object.keys(reads), ...Object.keys(calls)];
  console.log('Pages of 8 kB that a call touches; milliseconds; bytes of the answer.\n');
  console.log(
    formatTable([
      ['rows', ...sizes.map((rows) => rows.toLocaleString('en'))],
      ...names.map((name, place) => [name, ...measured.map((column) => column[place])]),
    ]),
  );
} finally {
  await postgres.stop();
}

/** The median of eleven runs in one connection, since Postgres may switch to a generic plan at the sixth. */
function measure(rows, query, role) {
  const sql = query.replaceAll(':bound', `${person(rows)}, ${session(rows)}`);
  const claims = `jsonb_build_object('sub', ${person(rows)}, 'session_id', ${session(rows)}, 'aal', 'aal1')::text`;
  const { lines } = postgres.runPsql(
    `select set_config('request.jwt.claims', ${claims}, false) as claims \\gset
    set role ${role};
    select octet_length(coalesce(jsonb_agg(answer), '[]')::text) from (${sql}) answer;
    ${`explain (analyze, buffers, timing off, format json) ${sql};\n`.repeat(11)}`,
    asOwner,
  );
  const [bytes] = lines;
  const plans = lines
    .slice(1)
    .join('\n')
    .split(/^\]\n?/m)
    .filter(Boolean)
    .map((plan) => JSON.parse(`${plan}]`)[0]);
  const median = (pick) => plans.map(pick).sort((one, other) => one - other)[5];
  const pages = median(({ Plan }) => Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']);
  return `${pages}; ${median((plan) => plan['Execution Time']).toFixed(1)}; ${bytes}`;
}
