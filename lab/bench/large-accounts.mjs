import { formatTable } from './format-table.mjs';
import { applyMigrations } from './scale/apply-migrations.mjs';
import { startPostgres } from './scale/start-postgres.mjs';

// Measures what pages read of accounts of different sizes: node scripts/run.mjs lab/bench/large-accounts

/** Rows of wallets and activity. An account has at most 200 apps, with at most 20 wallets each. */
const sizes = [1, 20, 10_000];
const asOwner = { role: 'supabase_admin' };
const person = (rows) => `md5('person ${rows}')::uuid`;
const session = (rows) => `md5('session ${rows}')::uuid`;

const fill = (rows) => `
  insert into auth.users (id, aud, role, email, email_confirmed_at, created_at, updated_at)
  values (${person(rows)}, 'authenticated', 'authenticated', 'person${rows}@example.com', now(), now(), now());
  insert into auth.sessions (id, user_id, created_at, updated_at, aal) values (${session(rows)}, ${person(rows)}, now(), now(), 'aal1');
  -- As if a wallet, which is not the account's, had signed in by Auth.
  insert into auth.identities (user_id, provider, provider_id, identity_data, created_at, updated_at)
  values (${person(rows)}, 'web3', 'web3:solana:${'x'.repeat(38)}' || lpad('${rows}', 6, '1'), '{}', now(), now());
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
  -- The only event about an app is the oldest; every hundredth is about security.
  insert into activity_events (user_id, kind, details, device, session_id, created_at)
  select ${person(rows)}, case when n = ${rows} then 'app_ended' when n % 100 = 50 then 'account_renamed' when n % 2 = 0 then 'signed_in' else 'wallet_proven' end,
    jsonb_build_object('address', address), 'Firefox on Linux', ${session(rows)}, at from made order by n desc;
  insert into oauth_grants (id, user_id, client_id, scopes, created_at, agreed_at)
  select md5('grant ${rows} ' || n)::uuid, ${person(rows)}, 'app_' || lpad(n::text, 24, '0'), '{openid,wallets}', at, at from made where n <= 200;
  insert into oauth_granted_wallets (grant_id, wallet_id)
  select md5('grant ${rows} ' || app.n)::uuid, wallet.id from made app, made wallet where app.n <= 200 and wallet.n <= 20;`;

const wallets = (search, order, page = 1) =>
  `list_wallets(:bound, 'solana:mainnet', '${search}', '${order}', ${page})`;
const activity = (show, { since = "'-infinity'", until = "'infinity'", before = 1_000_000_000 } = {}) =>
  `list_activity(:bound, '${show}', ${since}, ${until}, ${before})`;
/** Functions that the server calls for pages. */
const calls = {
  '/wallets, newest': wallets('', 'newest'),
  '/wallets, last page': wallets('', 'newest', 200),
  '/wallets, by name': wallets('', 'name'),
  '/wallets, by name, last page': wallets('', 'name', 200),
  '/wallets, oldest proof': wallets('', 'oldest-proof'),
  '/wallets, a search': wallets('label 7', 'name'),
  '/activity': activity('all'),
  '/activity, oldest': activity('all', { before: 60 }),
  '/activity, sign-ins': activity('sign-ins'),
  '/activity, apps': activity('apps'),
  '/activity, security': activity('security'),
  '/activity, a day far back': activity('all', {
    since: "now() - interval '6 days'",
    until: "now() - interval '5 days'",
  }),
  '/apps (list_oauth_grants)': 'list_oauth_grants(:bound, 1)',
  '/account (describe_account)': `describe_account(:bound, 'solana:mainnet')`,
  '/people (describe_public_page)': 'describe_public_page(:bound)',
  '/security (describe_security)': 'describe_security(:bound)',
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
  const measured = sizes.map((rows) =>
    Object.values(calls).map((sql) => measure(rows, `select * from ${sql}`)),
  );
  console.log('Pages of 8 kB that a call touches; milliseconds; bytes of the answer.\n');
  console.log(
    formatTable([
      ['rows', ...sizes.map((rows) => rows.toLocaleString('en'))],
      ...Object.keys(calls).map((name, place) => [name, ...measured.map((column) => column[place])]),
    ]),
  );
} finally {
  await postgres.stop();
}

/** The median of eleven runs in one connection, since Postgres may switch to a generic plan at the sixth. */
function measure(rows, query) {
  const sql = query.replaceAll(':bound', `${person(rows)}, ${session(rows)}`);
  const { lines } = postgres.runPsql(
    `set role service_role;
    select octet_length(text), text like '%"events": []%' from (
      select coalesce(jsonb_agg(answer), '[]')::text as text from (${sql}) answer
    ) answers;
    ${`explain (analyze, buffers, timing off, format json) ${sql};\n`.repeat(11)}`,
    asOwner,
  );
  const [bytes, isEmpty] = lines[0].split('|');
  // The largest account has events of every kind.
  if (isEmpty === 't' && rows === sizes.at(-1)) throw new Error(`No events: ${sql}`);
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
