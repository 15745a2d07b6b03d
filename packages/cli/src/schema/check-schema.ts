import { z } from 'zod';
import { isOlderSchema, olderVersions } from '../../../../supabase/convert-older-schema.ts';
import { PlainFailure } from '../plain-failure.ts';
import { callDatabase } from '../project/call-database.ts';
import type { Project } from '../project/choose-project.ts';
import { sayCommand } from '../project/say-command.ts';
import { asking } from './apply-schema.ts';
import { compareSchema, type SchemaDescription } from './compare-schema.ts';
import { connect } from './connect.ts';
import type { ExpectedSchema } from './expected-schema.ts';
import { explainFailure } from './explain-failure.ts';
import type { Migration } from './migrations-folder.ts';
import { readState } from './read-state.ts';
import { requireProject } from './require-project.ts';

const Description = z.object({ version: z.string().nullable(), objects: z.record(z.string(), z.string()) });

export type Checked = {
  /** The newest migration the database has of ours, or null where none is recorded. */
  version: string | null;
  expectedVersion: string;
  /** A migration it has that this version of Countersign doesn't know. */
  isNewer: boolean;
  /** Nothing of ours is there. */
  isEmpty: boolean;
  /** It has the schema of before 1.0.0, which apply converts. */
  isOlder: boolean;
  missing: string[];
  changed: string[];
  extra: string[];
};

/** By the database itself. @throws PlainFailure when it can't be asked, or has nothing of ours and can't take it */
export async function checkByDatabase(
  databaseUrl: string,
  migrations: Migration[],
  expected: ExpectedSchema,
): Promise<Checked> {
  const client = await connect(databaseUrl);
  try {
    await client.query('begin read only');
    const { applied, unknown, older, objects } = await readState(asking(client), migrations, expected);
    const version = unknown.at(-1) ?? applied.at(-1)?.version ?? older.at(-1) ?? null;
    const checked = describe({ version, objects }, expected);
    // Where apply would refuse, that is what to hear first.
    if (checked.isEmpty) await requireProject(asking(client));
    return checked;
  } catch (error) {
    if (error instanceof PlainFailure) throw error;
    throw new PlainFailure(explainFailure(error));
  } finally {
    await client.end();
  }
}

/** By the project's REST API. @throws PlainFailure when it refuses, or has no such function yet */
export async function checkByRest(project: Project, expected: ExpectedSchema): Promise<Checked> {
  return describe(Description.parse(await callDatabase(project, 'describe_schema', {})), expected);
}

function describe(found: SchemaDescription, expected: ExpectedSchema): Checked {
  return {
    version: found.version,
    expectedVersion: expected.version,
    isNewer: found.version !== null && found.version > expected.version,
    isEmpty: Object.keys(found.objects).length === 0,
    isOlder: isOlderSchema(found.objects),
    ...compareSchema(expected, found),
  };
}

/** Whether this version of Countersign can work with it. What is extra doesn't count: it may be the team's own. */
export function isGoodEnough({ isNewer, missing, changed }: Checked): boolean {
  return !isNewer && missing.length + changed.length === 0;
}

export function describeCheck(checked: Checked): string {
  const { version, expectedVersion, isNewer, isEmpty, isOlder, missing, changed, extra } = checked;
  if (isEmpty)
    return `The database has nothing of Countersign yet: ${sayCommand('schema', 'apply')} brings all ${missing.length} objects of ${expectedVersion}.`;
  if (isOlder)
    return `The database has the schema of before 1.0.0: ${sayCommand('schema', 'apply')} converts it to ${expectedVersion}, and keeps accounts, sessions and proofs.`;
  const list = (title: string, names: string[]) =>
    names.length === 0 ? [] : [`${title}:`, ...names.map((name) => `  ${name}`)];
  return [
    isNewer
      ? `The database is at ${version}, newer than this version of Countersign (${expectedVersion}): use a version that knows it.`
      : `The database is at ${version ?? 'no version that was recorded'}; this version of Countersign expects ${expectedVersion}.`,
    ...list('Missing', missing),
    ...list('Changed', changed),
    ...list('Extra, of a newer version or of your own', extra),
    ...(isNewer || missing.length + changed.length === 0 ? [] : [howToFix(checked)]),
    ...(isGoodEnough(checked) ? ['Everything that this version needs is there, as it should be.'] : []),
  ].join('\n');
}

/** At the version itself there is nothing to apply: something was taken away or changed by hand. */
function howToFix({ version, expectedVersion }: Checked): string {
  if (version === null)
    return `Nothing records which version this is, and ${sayCommand('schema', 'apply')} leaves such a schema alone: undo what differs, or restore a backup.`;
  if (olderVersions.includes(version))
    return `This is a schema of before 1.0.0, unfinished or changed by hand: bring it to the last version before 1.0.0 with that version, then run ${sayCommand('schema', 'apply')}.`;
  return version === expectedVersion
    ? `All migrations are applied, so this was done by hand: ${sayCommand('doctor', '--fix-sql')} prints SQL that mends it.`
    : `${sayCommand('schema', 'apply')} brings it up to date.`;
}
