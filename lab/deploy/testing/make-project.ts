import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Postgres } from './start-postgres';

/** The part of a PostgreSQL that creating a project needs. */
export type Cluster = Pick<Postgres, 'psql' | 'url'>;

const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8');

/** Creates the template of all projects in this cluster and, unless they exist, the roles, which belong to the cluster. */
export function prepareCluster(postgres: Cluster, { withRoles = true } = {}): void {
  if (withRoles) postgres.psql('postgres', read('roles.sql'), 'supabase_admin');
  postgres.psql('postgres', 'create database project', 'supabase_admin');
  postgres.psql('project', read('empty-project.sql'), 'supabase_admin');
  postgres.psql('project', read('auth-schema.sql'), 'supabase_admin');
}

/** Creates a Supabase project with only Auth's tables. Returns its name. */
export function makeProject(postgres: Cluster, name: string): string {
  postgres.psql('postgres', `create database ${name} template project`, 'supabase_admin');
  postgres.psql('postgres', `grant create, temporary on database ${name} to postgres`, 'supabase_admin');
  return name;
}
