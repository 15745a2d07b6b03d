import { sayCommand } from '../project/say-command.ts';
import { compareSchema, type SchemaDifference } from '../schema/compare-schema.ts';
import { type ExpectedSchema, readExpectedSchema } from '../schema/expected-schema.ts';
import { type Migration, readMigrations } from '../schema/migrations-folder.ts';
import { readDescribed } from './checks/schema-objects.ts';
import type { Context } from './context.ts';
import { findDefinition } from './find-definition.ts';
import { fixRight } from './fix-right.ts';
import type { Report } from './report.ts';

const introduction = [
  '-- What SQL can mend of what the doctor has found. Read it, then run it as postgres: it is one transaction.',
  `-- What is a setting of Auth is in no database: ${sayCommand('doctor')} names it.`,
];

/** SQL for what was found, with a comment where SQL is not the answer. */
export async function writeFixSql({ groups }: Report, context: Context): Promise<string> {
  const found = new Set(
    groups
      .flatMap(({ findings }) => findings)
      .filter(({ level }) => level === 'problem')
      .map(({ id }) => id),
  );
  const parts = [
    ...(found.has('schema.exposed') ? [await exposeSchema(context)] : []),
    ...(await fixObjects(context, found)),
  ];
  const apart = found.has('passkeys.readable') ? giveAuthsTable : [];
  if (parts.length + apart.length === 0) return '-- Nothing that was found can be mended by SQL.';
  const mended =
    parts.length > 0
      ? [...introduction, 'begin;', ...parts, "notify pgrst, 'reload schema';", 'commit;']
      : [];
  // Names come from the database that was looked at, and this goes to a terminal.
  return [...mended, ...apart].join('\n').replace(/[^\P{Cc}\n\t]/gu, '');
}

/** Nobody can give themselves a right on a table that is another's. */
const giveAuthsTable = [
  '-- Apart, and not as postgres: the table is of Auth. Run this as its owner, supabase_auth_admin, or as a superuser.',
  '-- A hosted project lets nobody be either: there ask Supabase.',
  '-- grant select on auth.webauthn_credentials to postgres;',
];

/** PostgREST says which ones it shows, in its refusal. */
async function exposeSchema(context: Context): Promise<string> {
  const { text } = await context.callFunction('describe_schema');
  const shown = readExposedSchemas(text);
  if (!shown)
    return '-- By hand: add countersign to the exposed schemas (db-schemas of PostgREST). Which ones it shows now could not be read.';
  return [
    '-- A hosted project: better in the Dashboard, at Project Settings > Data API > Exposed schemas, which this overrules.',
    `alter role authenticator set pgrst.db_schemas = '${shown}, countersign';`,
    "notify pgrst, 'reload config';",
  ].join('\n');
}

/** Of a refusal of PostgREST, which says it otherwise since 13. @returns null where it says neither. */
export function readExposedSchemas(refusal: string): string | null {
  const [, shown] =
    /(?:schemas are exposed|must be one of the following): ([\w$-]+(?:, *[\w$-]+)*)/.exec(refusal) ?? [];
  return shown ?? null;
}

async function fixObjects(context: Context, found: Set<string>): Promise<string[]> {
  const isBehind = found.has('schema.version') || found.has('schema.missing');
  const described = await readDescribed(context);
  const behind = `-- The schema is not of this version: ${sayCommand('schema', 'apply')} brings it there.`;
  const expected = readExpectedSchema();
  if (!described && found.has('schema.rights')) return giveAllRights(expected);
  if (!described) return isBehind ? [behind] : [];
  if (found.has('schema.version')) return [behind];
  return fixDifference(expected, compareSchema(expected, described), readMigrations());
}

/** For a database that refuses to list what is there, because the rights that this needs are gone with the others. */
export function giveAllRights({ objects }: Pick<ExpectedSchema, 'objects'>): string[] {
  const rights = listRights({ objects }, Object.keys(objects).filter(isRight));
  return [
    '-- All rights of this version. Whether it lacks more can only be seen afterwards: run the doctor again.',
    ...rights.map((right) => fixRight(right, objects[right] ?? null)),
  ];
}

/** Statements that make a database what is expected, as far as statements can. */
export function fixDifference(
  expected: Pick<ExpectedSchema, 'objects'>,
  { missing, changed, extra }: SchemaDifference,
  migrations: Migration[],
): string[] {
  const objects = sortByKind([...missing, ...changed].filter((object) => !isRight(object)));
  const wrong = [...extra, ...missing, ...changed].filter(isRight);
  return [
    ...objects.flatMap((object) => fixObject(object, missing.includes(object), migrations)),
    ...listRights(expected, wrong).map((right) => fixRight(right, expected.objects[right] ?? null)),
  ];
}

const isRight = (object: string) => object.startsWith('grant on ');

/** Those that are wrong, and those on columns that go with the right on their table: tables come first. */
function listRights({ objects }: Pick<ExpectedSchema, 'objects'>, wrong: string[]): string[] {
  const ofColumns = wrong.flatMap((right) => {
    const [, table, role] = /^grant on table (\S+) to (.+)$/s.exec(right) ?? [];
    return table === undefined
      ? []
      : Object.keys(objects).filter(
          (other) => other.startsWith(`grant on column ${table}.`) && other.endsWith(` to ${role}`),
        );
  });
  const all = [...new Set([...wrong, ...ofColumns])];
  const isOfColumn = (right: string) => right.startsWith('grant on column ');
  return [...all.filter((right) => !isOfColumn(right)), ...all.filter(isOfColumn)];
}

/** What others need comes first. */
const kinds = ['schema', 'table', 'view', 'column', 'constraint', 'index', 'function', 'policy', 'trigger'];

function sortByKind(objects: string[]): string[] {
  const rank = (object: string) => kinds.indexOf(object.split(' ')[0] ?? '');
  return objects.toSorted((one, other) => rank(one) - rank(other));
}

function fixObject(object: string, isMissing: boolean, migrations: Migration[]): string[] {
  const definition = findDefinition(object, migrations);
  if (!definition)
    return [
      `-- By hand: ${object} is ${isMissing ? 'missing' : 'changed'}. It holds data, or no single statement makes it: compare with ${sayCommand('schema', 'print')}.`,
    ];
  if (!isMissing) return [definition.replace];
  // Postgres lets everybody call a new function. Its own rights follow.
  const [kind, name] = [object.split(' ')[0], object.slice(object.indexOf(' ') + 1)];
  return [
    definition.make,
    ...(kind === 'function'
      ? [`revoke all on function ${name} from public, anon, authenticated, service_role;`]
      : []),
  ];
}
