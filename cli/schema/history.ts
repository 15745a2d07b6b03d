import type { Migration } from './migrations-folder.ts';

export type Way = 'applied' | 'printed' | 'supabase cli' | 'recognised';

/** Countersign's record of migrations, in a separate schema that is created before the others. Idempotent. */
export const historySql = `create schema if not exists countersign_migrations;
revoke all on schema countersign_migrations from public;
create table if not exists countersign_migrations.applied (
  version text primary key check (version ~ '^[0-9]{14}$'),
  name text not null,
  way text not null,
  applied_at timestamptz not null default now()
);
alter table countersign_migrations.applied enable row level security;
comment on schema countersign_migrations is 'Which migrations of Countersign were applied. Only its command for the schema writes it.';
comment on table countersign_migrations.applied is
  'A row for each migration: "way" says whether it was applied by this command or otherwise, and only then recorded.';`;

/** Version and name contain only letters, digits and underscores, so they need no quoting. */
export function recordSql({ version, name }: Migration, way: Way): string {
  return `insert into countersign_migrations.applied (version, name, way) values ('${version}', '${name}', '${way}') on conflict (version) do nothing;`;
}

/** The Supabase CLI's record, so that `db push` skips the migration. */
export const recordForCliSql = `insert into supabase_migrations.schema_migrations (version, name, statements)
  values ($1, $2, array[$3]) on conflict (version) do nothing`;
