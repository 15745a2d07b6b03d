import { readdirSync, readFileSync } from 'node:fs';

const supabase = new URL('../../supabase/', import.meta.url);

/** Makes an empty database what a Supabase project is, by the schema of the local one and the migrations unchanged. */
export function applyMigrations({ runPsql }) {
  const read = (path) => readFileSync(new URL(path, supabase), 'utf8');
  const transaction = { options: ['-1'] };
  // The first file gives the superuser another name, and makes postgres the plain role that it is in a project.
  runPsql(read('local/schema/0001_roles.sql'), transaction);
  runPsql(read('local/schema/0002_auth.sql'), { ...transaction, role: 'supabase_admin' });
  for (const file of readdirSync(new URL('migrations', supabase)).sort())
    runPsql(read(`migrations/${file}`), transaction);
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
