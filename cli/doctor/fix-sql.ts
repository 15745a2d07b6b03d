import { sayCommand } from '../project/say-command.ts';
import { compareSchema, type SchemaDifference } from '../schema/compare-schema.ts';
import { readExpectedSchema } from '../schema/expected-schema.ts';
import { type Migration, readMigrations } from '../schema/migrations-folder.ts';
import { readDescribed } from './checks/schema-objects.ts';
import type { Context } from './context.ts';
import { findDefinition } from './find-definition.ts';
import type { Report } from './report.ts';

const introduction = [
  '-- SQL that fixes what the doctor found. Read it, then run it as postgres, in one transaction.',
  `-- Settings of Auth are not in the database: see ${sayCommand('doctor')}.`,
];

/** SQL that fixes the findings, or a comment if SQL can't. */
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
  if (parts.length + apart.length === 0) return '-- No finding can be fixed by SQL.';
  const fixed =
    parts.length > 0
      ? [...introduction, 'begin;', ...parts, "notify pgrst, 'reload schema';", 'commit;']
      : [];
  // Names come from the database, and this is printed to a terminal.
  return [...fixed, ...apart].join('\n').replace(/[^\P{Cc}\n\t]/gu, '');
}

/** Only a table's owner can grant rights on it. */
const giveAuthsTable = [
  "-- Separately, as the owner of Auth's table (supabase_auth_admin) or as a superuser.",
  '-- A hosted project gives you neither role: contact Supabase.',
  '-- grant select on auth.webauthn_credentials to postgres;',
];

/** PostgREST's refusal lists the exposed schemas. */
async function exposeSchema(context: Context): Promise<string> {
  const { text } = await context.callFunction('describe_schema');
  const shown = readExposedSchemas(text);
  if (!shown)
    return '-- By hand: add countersign to the exposed schemas (db-schemas of PostgREST). The current ones could not be read.';
  return [
    '-- On a hosted project, use the Dashboard instead: Project Settings > Data API > Exposed schemas. This overrides it.',
    `alter role authenticator set pgrst.db_schemas = '${shown}, countersign';`,
    "notify pgrst, 'reload config';",
  ].join('\n');
}

/** Reads the exposed schemas from PostgREST's refusal, whose wording changed in version 13. @returns null if it has neither form. */
export function readExposedSchemas(refusal: string): string | null {
  const [, shown] =
    /(?:schemas are exposed|must be one of the following): ([\w$-]+(?:, *[\w$-]+)*)/.exec(refusal) ?? [];
  return shown ?? null;
}

async function fixObjects(context: Context, found: Set<string>): Promise<string[]> {
  const isBehind = found.has('schema.version') || found.has('schema.missing');
  const described = await readDescribed(context);
  const behind = `-- The schema is from another version: run ${sayCommand('schema', 'apply')}.`;
  // Without its grants, the server can't list the objects either.
  if (!described && found.has('schema.rights')) return restoreRights(readMigrations());
  if (!described) return isBehind ? [behind] : [];
  if (found.has('schema.version')) return [behind];
  return fixDifference(compareSchema(readExpectedSchema(), described), readMigrations());
}

/** Statements that restore the expected objects, as far as possible, and then all rights. */
export function fixDifference(
  { missing, changed, extra }: SchemaDifference,
  migrations: Migration[],
): string[] {
  const objects = sortByKind([...missing, ...changed].filter((object) => !isRight(object)));
  if (objects.length + [...missing, ...changed, ...extra].filter(isRight).length === 0) return [];
  return [
    // Functions call each other, in any order.
    'set local check_function_bodies = off;',
    ...objects.map((object) => fixObject(object, missing.includes(object), migrations)),
    ...extra.filter(isRight).map(revokeRight),
    ...restoreRights(migrations),
  ];
}

const isRight = (object: string) => object.startsWith('grant on ');

/** Every grant and revoke of the migrations, in their order: afterwards, the roles that they name have the rights of this version. */
function restoreRights(migrations: Migration[]): string[] {
  return [
    '-- All rights of this version.',
    ...migrations.flatMap(({ sql }) => sql.match(/^(?:grant|revoke)\b[^;]*;/gm) ?? []),
  ];
}

/** For roles that no migration names. `public` is a keyword; every other name may need its quotes. */
function revokeRight(right: string): string {
  const [, kind = '', target = '', name = ''] = /^grant on (\w+) (.+) to (.+)$/s.exec(right) ?? [];
  const role = name === 'public' ? name : `"${name.replaceAll('"', '""')}"`;
  if (kind !== 'column') return `revoke all on ${kind} ${target} from ${role};`;
  const [, table, column] = /^(.+)\.([^.]+)$/s.exec(target) ?? [];
  return `revoke all (${column}) on table ${table} from ${role};`;
}

/** In the order of their dependencies. */
const kinds = ['schema', 'table', 'view', 'column', 'constraint', 'index', 'function', 'policy', 'trigger'];

function sortByKind(objects: string[]): string[] {
  const rank = (object: string) => kinds.indexOf(object.split(' ')[0] ?? '');
  return objects.toSorted((one, other) => rank(one) - rank(other));
}

function fixObject(object: string, isMissing: boolean, migrations: Migration[]): string {
  const definition = findDefinition(object, migrations);
  if (definition) return isMissing ? definition.make : definition.replace;
  return `-- By hand: ${object} is ${isMissing ? 'missing' : 'changed'}. It holds data or needs several statements: compare with ${sayCommand('schema', 'print')}.`;
}
