import { readdirSync, readFileSync } from 'node:fs';

const migrations = new URL('../../../supabase/migrations/', import.meta.url);
const platform = new URL('../../../packages/local-supabase/src/schema/', import.meta.url);
const read = (folder, file) => readFileSync(new URL(file, folder), 'utf8');

/** Makes a Supabase project of an empty database: the local backend's platform schema, then the migrations unchanged. */
export function applyMigrations({ runPsql }) {
  const transaction = { options: ['-1'] };
  // The first file renames the superuser and makes postgres an ordinary role, as in a hosted project.
  runPsql(read(platform, '0001_roles.sql'), transaction);
  runPsql(read(platform, '0002_auth.sql'), { ...transaction, role: 'supabase_admin' });
  for (const file of readdirSync(migrations).sort()) runPsql(read(migrations, file), transaction);
  // Calls name functions without a schema, as over REST.
  runPsql(
    `select format('alter database %I set search_path = countersign, countersign_private, public', current_database()) \\gexec`,
    { role: 'supabase_admin' },
  );
}

/** Applies the migrations that a kept database lacks. */
export function applyNewMigrations({ runPsql }) {
  const [version] = runPsql('select countersign.schema_version();').lines;
  for (const file of readdirSync(migrations).sort())
    if (file.slice(0, version.length) > version) runPsql(read(migrations, file), { options: ['-1'] });
}
