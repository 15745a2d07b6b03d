import type { ExpectedSchema } from './expected-schema.ts';
import { fingerprintOf } from './expected-schema.ts';
import type { Way } from './history.ts';
import type { Migration } from './migrations-folder.ts';
import { type RunQuery, readObjects } from './read-objects.ts';

type Found = { version: string; way: Way };

/** What a database has of Countersign, by every record there is of it. */
export type SchemaState = {
  /** Which of our migrations it has, oldest first, and how that is known. */
  applied: Found[];
  /** Recorded there, ours, and not in this checkout. */
  unknown: string[];
  /** It has our schemas, but nothing says how far. */
  isUnrecognised: boolean;
  /** The Supabase CLI keeps a record. */
  hasCliHistory: boolean;
  objects: Record<string, string>;
};

// As in countersign.describe_schema(): a project records its own migrations beside ours.
const makesOurs = `array_to_string(statements, ' ') ~*
  '(create|alter|replace|comment on)\\s+(schema|table|function|view)\\s+(if\\s+(not\\s+)?exists\\s+)?countersign(_private)?\\M'`;

/** Reads only. Run it inside a transaction, for which it sets the search path. */
export async function readState(
  query: RunQuery,
  migrations: Migration[],
  expected: Pick<ExpectedSchema, 'fingerprints'>,
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
        `select version, coalesce(${makesOurs}, false) as ours from supabase_migrations.schema_migrations order by version`,
      )
    : [];
  const objects = await readObjects(query);
  const recorded = new Map<string, Way>(own.map(({ version, way }) => [version, way]));
  for (const { version } of byCli) if (!recorded.has(version)) recorded.set(version, 'supabase cli');
  let applied = migrations.flatMap(({ version }): Found[] => {
    const way = recorded.get(version);
    return way ? [{ version, way }] : [];
  });
  // A record without a schema is one that was restored, or left behind, without it.
  if (!there?.schema) applied = [];
  const known = new Set(migrations.map(({ version }) => version));
  const newest = migrations.at(-1)?.version ?? '';
  const unknown = [
    ...own.map(({ version }) => version),
    ...byCli.filter(({ version, ours }) => ours && version > newest).map(({ version }) => version),
  ].filter((version) => !known.has(version));
  if (there?.schema && applied.length === 0) applied = recognise(objects, migrations, expected);
  return {
    applied,
    unknown: [...new Set(unknown)].sort(),
    isUnrecognised: there?.schema === true && applied.length === 0,
    hasCliHistory: there?.cli === true,
    objects,
  };
}

/** Somebody brought it there by other means: its objects are exactly those after one of the migrations. */
function recognise(
  objects: Record<string, string>,
  migrations: Migration[],
  { fingerprints }: Pick<ExpectedSchema, 'fingerprints'>,
): Found[] {
  const found = fingerprintOf(objects);
  const last = migrations.findLastIndex(({ version }) => fingerprints[version] === found);
  return migrations.slice(0, last + 1).map(({ version }) => ({ version, way: 'recognised' }));
}
