import { PlainFailure } from '../plain-failure.ts';
import type { RunQuery } from './read-objects.ts';

type Database = {
  version: number;
  roles: string[];
  auth: string[];
  owner: string | null;
  isMember: boolean;
  user: string;
};

const neededRoles = ['anon', 'authenticated', 'service_role'];
const neededTables = ['users', 'sessions', 'identities', 'mfa_factors'];

/** @returns the role that owns our schemas, or `postgres` if they don't exist yet. @throws PlainFailure if it isn't a Supabase database */
export async function requireProject(query: RunQuery): Promise<string> {
  const [database] = await query<Database>(`select current_setting('server_version_num')::int as version,
    array(select rolname::text from pg_catalog.pg_roles where rolname in ('anon', 'authenticated', 'service_role')) as roles,
    array(select c.relname::text from pg_catalog.pg_class c where c.relnamespace = to_regnamespace('auth') and c.relkind = 'r') as auth,
    o.name as owner, coalesce(pg_has_role(current_user, o.name, 'member'), false) as "isMember", current_user::text as user
    from (select coalesce(
      (select nspowner::regrole::text from pg_catalog.pg_namespace where nspname = 'countersign'),
      (select rolname::text from pg_catalog.pg_roles where rolname = 'postgres')) as name) o`);
  if (!database) throw new Error('requireProject: the query returned no row');
  const { version, roles, auth, owner, isMember, user } = database;
  if (version < 150_000)
    throw new PlainFailure(
      `The database is PostgreSQL ${Math.floor(version / 10_000)}. Version 15 or newer is required.`,
    );
  const lacking = neededRoles.filter((role) => !roles.includes(role));
  if (lacking.length > 0)
    throw new PlainFailure(
      `This is not a Supabase database: it lacks the role ${lacking.join(', ')}. Nothing was changed.`,
    );
  if (neededTables.some((table) => !auth.includes(table)))
    throw new PlainFailure(
      'Supabase Auth has not created its tables (such as auth.users). Start Auth once, then run this again. Nothing was changed.',
    );
  if (!owner || !isMember)
    throw new PlainFailure(
      `The role ${user} is not a member of ${owner ?? 'postgres'}, which owns the schema. Use the connection string of postgres.`,
    );
  return owner;
}
