import { z } from 'zod';
import { PlainFailure } from '../plain-failure.ts';
import { callDatabase } from '../project/call-database.ts';
import type { Project } from '../project/choose-project.ts';
import { formatCommand } from '../project/format-command.ts';
import { asking } from './apply-schema.ts';
import { compareSchema, type SchemaDescription } from './compare-schema.ts';
import { connect } from './connect.ts';
import { explainFailure } from './explain-failure.ts';
import type { ExpectedSchema, Migration } from './migrations-folder.ts';
import { readState } from './read-state.ts';
import { requireProject } from './require-project.ts';

const Description = z.object({ version: z.string().nullable(), objects: z.record(z.string(), z.string()) });

export type Checked = {
  version: string | null;
  expectedVersion: string;
  /** Whether it has a migration that this version of Countersign doesn't know. */
  isNewer: boolean;
  isEmpty: boolean;
  missing: string[];
  changed: string[];
  extra: string[];
};

/** Over a database connection. @throws PlainFailure if it fails, or if apply would refuse an empty database */
export async function checkByDatabase(
  databaseUrl: string,
  migrations: Migration[],
  expected: ExpectedSchema,
): Promise<Checked> {
  const client = await connect(databaseUrl);
  try {
    await client.query('begin read only');
    const { applied, unknown, objects } = await readState(asking(client), migrations, expected);
    const version = unknown.at(-1) ?? applied.at(-1)?.version ?? null;
    const checked = describe({ version, objects }, expected);
    // If apply would refuse, report that first.
    if (checked.isEmpty) await requireProject(asking(client));
    return checked;
  } catch (error) {
    if (error instanceof PlainFailure) throw error;
    throw new PlainFailure(explainFailure(error));
  } finally {
    await client.end();
  }
}

export async function checkByRest(project: Project, expected: ExpectedSchema): Promise<Checked> {
  return describe(Description.parse(await callDatabase(project, 'describe_schema', {})), expected);
}

function describe(found: SchemaDescription, expected: ExpectedSchema): Checked {
  return {
    version: found.version,
    expectedVersion: expected.version,
    isNewer: found.version !== null && found.version > expected.version,
    isEmpty: Object.keys(found.objects).length === 0,
    ...compareSchema(expected, found),
  };
}

/** Whether this version of Countersign works with the checked schema. Extra objects don't matter. */
export function isGoodEnough({ isNewer, missing, changed }: Checked): boolean {
  return !isNewer && missing.length + changed.length === 0;
}

export function describeCheck(checked: Checked): string {
  const { version, expectedVersion, isNewer, isEmpty, missing, changed, extra } = checked;
  if (isEmpty)
    return `The database has no schema of Countersign yet: ${formatCommand('schema', 'apply')} creates all ${missing.length} objects of ${expectedVersion}.`;
  const list = (title: string, names: string[]) =>
    names.length === 0 ? [] : [`${title}:`, ...names.map((name) => `  ${name}`)];
  return [
    isNewer
      ? `The database is at ${version}, newer than this version of Countersign (${expectedVersion}): use a newer version.`
      : `The database is at ${version ?? 'an unrecorded version'}. This version of Countersign expects ${expectedVersion}.`,
    ...list('Missing', missing),
    ...list('Changed', changed),
    ...list('Extra, from a newer version or your own', extra),
    ...(isNewer || missing.length + changed.length === 0 ? [] : [howToFix(checked)]),
    ...(isGoodEnough(checked) ? ['Everything that this version needs is in place.'] : []),
  ].join('\n');
}

/** At the expected version, apply does nothing: the schema was edited. */
function howToFix({ version, expectedVersion }: Checked): string {
  if (version === null)
    return `The version is not recorded, so ${formatCommand('schema', 'apply')} would refuse: undo what differs, or restore a backup.`;
  return version === expectedVersion
    ? `All migrations are applied, so it was edited: ${formatCommand('doctor', '--fix-sql')} prints SQL that fixes it.`
    : `${formatCommand('schema', 'apply')} upgrades it.`;
}
