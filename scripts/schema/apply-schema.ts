import type pg from 'pg';
import { PlainFailure } from '../process/plain-failure.ts';
import { sayCommand } from '../project/say-command.ts';
import { compareSchema, isSame } from './compare-schema.ts';
import type { ExpectedSchema } from './expected-schema.ts';
import { explainFailure, isAboutALock } from './explain-failure.ts';
import { historySql, recordForCliSql, recordSql } from './history.ts';
import type { Migration } from './migrations-folder.ts';
import { nameBlockers } from './name-blockers.ts';
import { readState, type SchemaState } from './read-state.ts';
import { requireProject } from './require-project.ts';

type ApplyOptions = {
  migrations: Migration[];
  expected: ExpectedSchema;
  /** The schema is there up to this one, and nothing recorded that. */
  assume: string | null;
  lockTimeoutSeconds: number;
  /** Called with a line as soon as it is true. */
  say(line: string): void;
};

/** Anything, but the same for everybody who applies: two at once would make the same table twice. */
const lockNumber = 6_027_170_000;

/**
 * Brings the database to the newest of the migrations, each in one transaction with its record. What was applied stays when a later
 * one fails, and the next call goes on after it. Safe to call again, and several times at once.
 * @throws PlainFailure that says what is in the way, and that nothing of the failed migration was kept
 */
export async function applySchema(client: pg.Client, options: ApplyOptions): Promise<void> {
  const { migrations, expected, say } = options;
  const owner = await guard(() => requireProject(asking(client)));
  const state = await inTransaction(client, options, owner, async () => {
    const before = await readState(asking(client), migrations, expected);
    requireKnown(before, options);
    await client.query(historySql);
    // What another way applied is recorded here too, so that it is known from now on.
    for (const migration of migrations) {
      const known = before.applied.find(({ version }) => version === migration.version);
      if (known) await client.query(recordSql(migration, known.way));
      else if (options.assume && migration.version <= options.assume)
        await client.query(recordSql(migration, 'assumed'));
    }
    return await readState(asking(client), migrations, expected);
  });
  for (const way of new Set(state.applied.map((found) => found.way)))
    if (way !== 'applied' && way !== 'printed')
      say(
        `${state.applied.filter((found) => found.way === way).length} migrations were there already (${way}).`,
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
      `${migration.version}_${migration.name} failed, and nothing of it was kept. ${index === 0 ? '' : `The ${index} before it were applied. `}`,
    );
    say(
      isNew
        ? `Applied ${migration.version}_${migration.name}.`
        : `${migration.version}_${migration.name} was applied by somebody else meanwhile.`,
    );
  }
  await tellRestAndCompare(client, options, pending.length);
}

/** @returns false where somebody else has just done it */
async function applyOne(client: pg.Client, migration: Migration, state: SchemaState): Promise<boolean> {
  const { rows } = await client.query('select from countersign_migrations.applied where version = $1', [
    migration.version,
  ]);
  if (rows.length > 0) return false;
  await client.query(migration.sql);
  await client.query(recordSql(migration, 'applied'));
  if (state.hasCliHistory)
    await client.query(recordForCliSql, [migration.version, migration.name, migration.sql]);
  return true;
}

function requireKnown(state: SchemaState, { migrations, assume }: ApplyOptions): void {
  if (state.unknown.length > 0)
    throw new PlainFailure(
      `The database has a newer schema than this version of Countersign knows (${state.unknown.join(', ')}). ` +
        'Use a version that knows it. Nothing was changed.',
    );
  if (assume && !migrations.some(({ version }) => version === assume))
    throw new PlainFailure(`There is no migration ${assume}. Nothing was changed.`);
  if (assume && !state.isUnrecognised)
    throw new PlainFailure(
      '--assume is for a schema that nothing recorded. Leave it out. Nothing was changed.',
    );
  if (state.isUnrecognised && !assume)
    throw new PlainFailure(
      'The schema countersign is there, but nothing records how far, and it is not as any migration leaves it. ' +
        `${sayCommand('schema', 'check')} lists what differs. If you know up to which migration it goes, say so with --assume <version>. ` +
        'Nothing was changed.',
    );
}

async function tellRestAndCompare(client: pg.Client, options: ApplyOptions, count: number): Promise<void> {
  const { expected, migrations, say } = options;
  if (count > 0) await client.query(`notify pgrst, 'reload schema'`).catch(() => undefined);
  await client.query('begin read only');
  const { objects } = await readState(asking(client), migrations, expected);
  await client.query('commit');
  const newest = migrations.at(-1)?.version;
  if (count === 0) say(`Nothing was to be done: the database is at ${newest}.`);
  else say(`The database is at ${newest}.`);
  const difference = compareSchema(expected, { objects });
  if (!isSame(difference))
    say(
      `Beside that it is not as this version expects: ${difference.missing.length} missing, ${difference.changed.length} changed, ` +
        `${difference.extra.length} extra. ${sayCommand('schema', 'check')} lists them.`,
    );
}

/** As the owner, with a limit on every wait, and alone. */
async function inTransaction<Result>(
  client: pg.Client,
  { lockTimeoutSeconds }: ApplyOptions,
  owner: string,
  work: () => Promise<Result>,
  before = 'Nothing was changed. ',
): Promise<Result> {
  try {
    await client.query('begin');
    await client.query(
      `select set_config('lock_timeout', $1, true), set_config('statement_timeout', '10min', true),
        set_config('role', $2, true), set_config('search_path', '"$user", public, extensions', true)`,
      [`${lockTimeoutSeconds}s`, owner],
    );
    await client.query(`select pg_advisory_xact_lock(${lockNumber})`);
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    if (error instanceof PlainFailure) throw error;
    const blockers = isAboutALock(error) ? await nameBlockers(asking(client)) : '';
    throw new PlainFailure(`${before}${explainFailure(error)}${blockers}`);
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
