import { formatCommand } from '../project/format-command.ts';
import type { SchemaDifference } from '../schema/compare-schema.ts';
import { type Migration, readMigrations } from '../schema/migrations-folder.ts';
import { schemaDifference } from './checks/database.ts';
import type { Context } from './context.ts';
import { findDefinition } from './find-definition.ts';
import type { Finding } from './finding.ts';

const introduction = [
  '-- SQL that fixes what the doctor found. Read it, then run it as postgres, in one transaction.',
  `-- Settings of Auth are not in the database: see ${formatCommand('doctor')}.`,
];

export async function writeFixSql(findings: Finding[], context: Context): Promise<string> {
  const found = new Set(findings.filter(({ level }) => level === 'problem').map(({ id }) => id));
  const statements = await fixObjects(context, found);
  if (statements.length === 0) return '-- No finding can be fixed by SQL.';
  return (
    [...introduction, 'begin;', ...statements, "notify pgrst, 'reload schema';", 'commit;']
      .join('\n')
      // Names come from the database, and this is printed to a terminal.
      .replace(/[^\P{Cc}\n\t]/gu, '')
  );
}

async function fixObjects({ know }: Context, found: Set<string>): Promise<string[]> {
  const difference = await know(schemaDifference);
  // Without grants, the server can't list the objects either.
  if (!difference && found.has('schema.rights')) return restoreRights(readMigrations());
  if (found.has('schema.version') || (!difference && found.has('schema.missing')))
    return [`-- The schema is from another version: run ${formatCommand('schema', 'apply')}.`];
  // This version's functions would replace newer ones.
  if (difference && difference.order > 0)
    return ['-- The schema is newer than this version of Countersign: use --fix-sql of the newer version.'];
  return difference ? fixDifference(difference, readMigrations()) : [];
}

const kinds = ['schema', 'table', 'view', 'column', 'constraint', 'index', 'function', 'policy', 'trigger'];
const rank = (object: string) => kinds.indexOf(object.split(' ')[0] ?? '');

/** Statements that restore the expected objects, as far as possible, and then all rights. */
export function fixDifference(
  { missing, changed, extra }: SchemaDifference,
  migrations: Migration[],
): string[] {
  const isRight = (object: string) => object.startsWith('grant on ');
  const rightsToRevoke = extra.filter(isRight);
  const lacking = [...missing, ...changed];
  if (lacking.length + rightsToRevoke.length === 0) return [];
  return [
    // Functions call each other, in any order.
    'set local check_function_bodies = off;',
    ...lacking
      .filter((object) => !isRight(object))
      .toSorted((one, other) => rank(one) - rank(other))
      .map(
        (object) =>
          findDefinition(object, migrations) ??
          `-- By hand: ${object} is missing or changed. It holds data or needs several statements: compare with ${formatCommand('schema', 'print')}.`,
      ),
    ...rightsToRevoke.map(revokeRight),
    ...restoreRights(migrations),
  ];
}

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
