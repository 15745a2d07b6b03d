import type pg from 'pg';
import { PlainFailure } from '../plain-failure.ts';
import { formatCommand } from '../project/format-command.ts';
import { compareSchema, isSame } from './compare-schema.ts';
import { explainFailure, isAboutALock } from './explain-failure.ts';
import { historySql, recordForCliSql, recordSql } from './history.ts';
import type { ExpectedSchema, Migration } from './migrations-folder.ts';
import type { RunQuery } from './read-objects.ts';
import { readState, type SchemaState } from './read-state.ts';
import { requireProject } from './require-project.ts';

type ApplyOptions = {
  migrations: Migration[];
  expected: ExpectedSchema;
  lockTimeoutSeconds: number;
  say(line: string): void;
};

/** Sent at commit, so that REST reloads the functions. */
const reloadRestSql = `notify pgrst, 'reload schema'`;

const defaultSearchPathSql = `select set_config('search_path', '"$user", public, extensions', true)`;

/** An arbitrary lock number, the same for every process: two at once would create the same table twice. */
const lockNumber = 6_027_170_000;

/**
 * Applies all pending migrations, each in one transaction with its record. Earlier ones stay when one fails, and the next call
 * continues after them. Idempotent and safe to run concurrently.
 */
export async function applySchema(client: pg.Client, options: ApplyOptions): Promise<void> {
  const { migrations, expected, say } = options;
  const owner = await guard(() => requireProject(asking(client)));
  const state = await inTransaction(client, options, owner, async () => {
    const before = await readState(asking(client), migrations, expected);
    requireKnown(before);
    await client.query(historySql);
    // Record what was applied by other means.
    for (const migration of migrations) {
      const known = before.applied.find(({ version }) => version === migration.version);
      if (known) await client.query(recordSql(migration, known.way));
    }
    return await readState(asking(client), migrations, expected);
  });
  for (const way of new Set(state.applied.map((found) => found.way)))
    if (way === 'supabase cli' || way === 'recognised')
      say(
        `${state.applied.filter((found) => found.way === way).length} migrations were already applied (${way}).`,
      );
  const pending = migrations.filter(
    ({ version }) => !state.applied.some((found) => found.version === version),
  );
  for (const [index, migration] of pending.entries()) {
    const isNew = await inTransaction(
      client,
      options,
      owner,
      () => applyOne(client, migration, state),
      `${migration.version}_${migration.name} failed and was rolled back. ${index === 0 ? '' : `The ${index} before it were applied. `}`,
    );
    say(
      isNew
        ? `Applied ${migration.version}_${migration.name}.`
        : `${migration.version}_${migration.name} was applied by another process.`,
    );
  }
  await compare(client, options, pending.length > 0);
}

/** @returns false if another process applied it first */
async function applyOne(client: pg.Client, migration: Migration, state: SchemaState): Promise<boolean> {
  const { rows } = await client.query('select from countersign_migrations.applied where version = $1', [
    migration.version,
  ]);
  if (rows.length > 0) return false;
  await client.query(migration.sql);
  await client.query(recordSql(migration, 'applied'));
  if (state.hasCliHistory)
    await client.query(recordForCliSql, [migration.version, migration.name, migration.sql]);
  await client.query(reloadRestSql);
  return true;
}

function requireKnown(state: SchemaState): void {
  if (state.unknown.length > 0)
    throw new PlainFailure(
      `The database has a newer schema than this version of Countersign (${state.unknown.join(', ')}). ` +
        'Use a newer version. Nothing was changed.',
    );
  if (state.isUnrecognised)
    throw new PlainFailure(
      'The schema countersign is unfinished, edited, or from an unrecorded version. ' +
        `${formatCommand('schema', 'check')} lists what differs: undo those changes or restore a backup, then run this again. Nothing was changed.`,
    );
}

async function compare(client: pg.Client, options: ApplyOptions, hasChanged: boolean): Promise<void> {
  const { expected, migrations, say } = options;
  await client.query('begin read only');
  const { objects } = await readState(asking(client), migrations, expected);
  await client.query('commit');
  const newest = migrations.at(-1)?.version;
  if (!hasChanged) say(`Nothing to do: the database is at ${newest}.`);
  else say(`The database is at ${newest}.`);
  const difference = compareSchema(expected, { objects });
  if (!isSame(difference))
    say(
      `It differs from this version: ${difference.missing.length} missing, ${difference.changed.length} changed, ` +
        `${difference.extra.length} extra. ${formatCommand('schema', 'check')} lists them.`,
    );
}

/** Runs as the owner, with time limits, and exclusively. */
async function inTransaction<Result>(
  client: pg.Client,
  { lockTimeoutSeconds }: ApplyOptions,
  owner: string,
  work: () => Promise<Result>,
  before = 'Nothing was changed. ',
): Promise<Result> {
  let isCommitting = false;
  try {
    await client.query('begin');
    await client.query(
      `select set_config('lock_timeout', $1, true), set_config('statement_timeout', '10min', true),
        set_config('role', $2, true)`,
      [`${lockTimeoutSeconds}s`, owner],
    );
    await client.query(defaultSearchPathSql);
    await client.query(`select pg_advisory_xact_lock(${lockNumber})`);
    const result = await work();
    isCommitting = true;
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    if (error instanceof PlainFailure) throw error;
    const blockers = isAboutALock(error) ? await nameBlockers(asking(client)) : '';
    // A commit can succeed although its response was lost.
    throw new PlainFailure(
      `${isCommitting ? 'Run this again to see what was applied. ' : before}${explainFailure(error)}${blockers}`,
    );
  }
}

async function guard<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PlainFailure) throw error;
    throw new PlainFailure(explainFailure(error));
  }
}

export function asking(client: pg.Client) {
  return async <Row>(sql: string): Promise<Row[]> => (await client.query(sql)).rows as Row[];
}

type Blocker = { pid: number; who: string; state: string; seconds: number };

/** The open transactions, longest first: one of them holds the lock. Without their queries, which may contain data. */
async function nameBlockers(query: RunQuery): Promise<string> {
  const blockers =
    await query<Blocker>(`select pid, coalesce(nullif(application_name, ''), usename, 'someone') as who,
      coalesce(state, 'unknown') as state, extract(epoch from now() - xact_start)::int as seconds
    from pg_catalog.pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
    order by xact_start limit 3`).catch(() => []);
  const list = blockers.map(
    ({ pid, who, state, seconds }) => `${who} (process ${pid}, ${state}, for ${seconds} s)`,
  );
  return list.length > 0 ? ` Open transactions: ${list.join('; ')}.` : '';
}
