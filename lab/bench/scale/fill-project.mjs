import { readFileSync } from 'node:fs';

const read = (name) => readFileSync(new URL(name, import.meta.url), 'utf8');
const asOwner = { role: 'supabase_admin' };
const own = `('auth', 'countersign', 'countersign_private')`;

/** Fills the database of `applyMigrations` with this many users, replacing earlier ones. */
export function fillProject({ runPsql }, people) {
  runPsql(
    `create schema if not exists bench;
    drop table if exists bench.filled;
    select count(*) as has_indexes from pg_indexes where indexname = 'webauthn_credentials_user_id_idx' \\gset
    \\if :has_indexes
    \\else
    begin;
    ${read('../../../packages/local-supabase/src/schema/0004_apps_and_passkeys.sql')}
    commit;
    ${read('auth-indexes.sql')}
    \\endif
    select format('truncate %s;', string_agg(format('%I.%I', schemaname, tablename), ', ')) from pg_tables
    where schemaname in ${own} and tablename <> 'event_kinds' \\gexec
    ${read('set-indexes-aside.sql')}
    \\set people ${people}
    ${read('fill.sql')}
    ${read('put-indexes-back.sql')}`,
    asOwner,
  );
  runPsql('vacuum analyze; checkpoint;', asOwner);
  runPsql(`create table bench.filled as select ${people} as people;`, asOwner);
}

/** Whether an earlier run filled the database with this many users. */
export function isFilled({ runPsql }, people) {
  const { lines } = runPsql(
    `select to_regclass('bench.filled') is not null as is_filled \\gset
    \\if :is_filled
    select people from bench.filled;
    \\endif`,
    asOwner,
  );
  return Number(lines[0]) === people;
}

/** Bytes of each table per user, including indexes and TOAST, largest first. */
export function measureSizes({ runPsql }) {
  const { lines } = runPsql(
    `select c.oid::regclass::text, pg_total_relation_size(c.oid) / (select count(*) from accounts)::real
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ${own} and pg_total_relation_size(c.oid) > 200000
    union all
    select 'all', sum(pg_total_relation_size(c.oid)) / (select count(*) from accounts)::real
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname in ${own}
    order by 2 desc;`,
    asOwner,
  );
  return new Map(lines.map((line) => [line.split('|')[0], Number(line.split('|')[1])]));
}
