import { compareSchema, isSame } from './compare-schema.ts';
import type { Way } from './history.ts';
import type { ExpectedSchema, Migration } from './migrations-folder.ts';
import { type RunQuery, readObjects } from './read-objects.ts';

type Found = { version: string; way: Way };

export type SchemaState = {
  /** Applied migrations, oldest first. */
  applied: Found[];
  /** Recorded migrations of Countersign that are newer than this checkout. */
  unknown: string[];
  /** Countersign's schemas exist, but not in the expected form. */
  isUnrecognised: boolean;
  hasCliHistory: boolean;
  objects: Record<string, string>;
};

// The CLI also records the project's own migrations. Each migration of Countersign contains its version.
const isOurs = `array_to_string(statements, ' ') like '%countersign.schema_version()%select ''' || version || '''%'`;

/** Reads only. Run it inside a transaction, for which it sets the search path. */
export async function readState(
  query: RunQuery,
  migrations: Migration[],
  expected: Pick<ExpectedSchema, 'objects'>,
): Promise<SchemaState> {
  const [there] = await query<{ own: boolean; cli: boolean; schema: boolean }>(`select
    to_regclass('countersign_migrations.applied') is not null as own,
    to_regclass('supabase_migrations.schema_migrations') is not null as cli,
    to_regnamespace('countersign') is not null as schema`);
  const own = there?.own
    ? await query<Found>('select version, way from countersign_migrations.applied order by version')
    : [];
  const byCli = there?.cli
    ? await query<{ version: string; ours: boolean }>(
        `select version, coalesce(${isOurs}, false) as ours from supabase_migrations.schema_migrations order by version`,
      )
    : [];
  const objects = await readObjects(query);
  const recorded = new Map<string, Way>(own.map(({ version, way }) => [version, way]));
  for (const { version } of byCli) if (!recorded.has(version)) recorded.set(version, 'supabase cli');
  let applied = migrations.flatMap(({ version }): Found[] => {
    const way = recorded.get(version);
    return way ? [{ version, way }] : [];
  });
  // A record without a schema was restored or left behind.
  if (!there?.schema) applied = [];
  const newest = migrations.at(-1)?.version ?? '';
  const unknown = [
    ...own.map(({ version }) => version),
    ...byCli.filter(({ ours }) => ours).map(({ version }) => version),
  ].filter((version) => version > newest);
  const isUnrecorded = there?.schema === true && applied.length === 0;
  // Restored without its record, or created by other means.
  const isRecognised = isUnrecorded && isSame(compareSchema(expected, { objects }));
  if (isRecognised) applied = migrations.map(({ version }) => ({ version, way: 'recognised' }));
  return {
    applied,
    unknown: [...new Set(unknown)].sort(),
    isUnrecognised: isUnrecorded && !isRecognised,
    hasCliHistory: there?.cli === true,
    objects,
  };
}
