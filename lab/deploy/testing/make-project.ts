import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Postgres } from './start-postgres';

/** All that a project needs of the server that it is made on. */
export type Cluster = Pick<Postgres, 'psql' | 'url'>;

const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8');

/** The template of every project in this cluster, and the roles, which are the cluster's. */
export function prepareCluster(postgres: Cluster, { withRoles = true } = {}): void {
  if (withRoles) postgres.psql('postgres', read('roles.sql'), 'supabase_admin');
  postgres.psql('postgres', 'create database project', 'supabase_admin');
  postgres.psql('project', read('empty-project.sql'), 'supabase_admin');
  postgres.psql('project', read('auth-schema.sql'), 'supabase_admin');
}

/** A Supabase project with Auth's tables and nothing else. Returns its name. */
export function makeProject(postgres: Cluster, name: string): string {
  postgres.psql('postgres', `create database ${name} template project`, 'supabase_admin');
  postgres.psql('postgres', `grant create, temporary on database ${name} to postgres`, 'supabase_admin');
  return name;
}
