import { z } from 'zod';
import { functionUnknown } from '../../../lib/supabase/schema.ts';
import { sayCommand } from '../../project/say-command.ts';
import { compareSchema, isSame, type SchemaDifference } from '../../schema/compare-schema.ts';
import { type ExpectedSchema, readExpectedSchema } from '../../schema/expected-schema.ts';
import { isOlderSchema, olderSchema } from '../../schema/older-schema.ts';
import { codeOf } from '../ask.ts';
import type { Context } from '../context.ts';
import { type Finding, ok, problem, unknown, warning } from '../finding.ts';

const Described = z.object({
  version: z.string().nullable(),
  objects: z.record(z.string(), z.string()),
});
export type Described = z.infer<typeof Described>;

const apply = sayCommand('schema', 'apply');
const howToFix = `--fix-sql prints SQL that restores them; ${apply} adds what a newer version needs.`;
/** Longer lists are shortened. */
const mostNamed = 8;

/** The database's objects; null if its schema is too old to list them. */
export async function readDescribed(context: Context): Promise<Described | null> {
  const { body } = await context.once('described', () => context.callFunction('describe_schema'));
  return Described.safeParse(body).data ?? null;
}

export async function compareObjects(context: Context): Promise<Finding[]> {
  const found = await readDescribed(context);
  if (found) return judgeObjects(readExpectedSchema(), found);
  const answer = await context.once('described', () => context.callFunction('describe_schema'));
  if (codeOf(answer) === functionUnknown)
    return [
      problem('schema.version', 'The database has an older schema than this version of Countersign.', {
        why: 'Newer features fail.',
        fix: `Run ${apply}.`,
      }),
    ];
  return [
    unknown('schema.version', `The database objects could not be listed (status ${answer.status}).`, {
      fix: `Run ${sayCommand('schema', 'check')} with a connection string.`,
    }),
  ];
}

function judgeObjects(expected: Pick<ExpectedSchema, 'version' | 'objects'>, found: Described): Finding[] {
  const difference = compareSchema(expected, found);
  if (found.version !== null && found.version > expected.version)
    return [
      warning(
        'schema.version',
        `The database has a newer schema (${found.version}) than this version of Countersign (${expected.version}).`,
        {
          why: 'This is normal during a rollout. Older versions work with a newer schema.',
          fix: 'Deploy the new version.',
        },
      ),
    ];
  if (!isSame(difference) && isOlderSchema(found.version === null ? [] : [found.version], found.objects))
    return [
      problem('schema.version', olderSchema, {
        why: 'Its functions have other names, so this version fails.',
        fix: `Use an empty project, and run ${apply} for it.`,
      }),
    ];
  if (found.version !== null && found.version < expected.version)
    return [
      problem(
        'schema.version',
        `The database has an older schema (${found.version}) than this version of Countersign (${expected.version}).`,
        {
          why: `These are missing, so newer features fail: ${name(difference.missing)}.`,
          fix: `Run ${apply}.`,
        },
      ),
    ];
  return judgeDifference(Object.keys(expected.objects).length, difference);
}

function judgeDifference(count: number, { missing, changed, extra }: SchemaDifference): Finding[] {
  const [rights, others] = [extra.filter(isRight), extra.filter((object) => !isRight(object))];
  const findings = [
    ...(missing.length > 0
      ? [
          problem('schema.missing', `${sayCount(missing)} missing in the database: ${name(missing)}.`, {
            why: 'Features that use them fail.',
            fix: howToFix,
          }),
        ]
      : []),
    ...(changed.length > 0
      ? [
          problem('schema.changed', `${sayCount(changed)} different from this version: ${name(changed)}.`, {
            why: 'They were edited, or a migration of this version did not run.',
            fix: howToFix,
          }),
        ]
      : []),
    ...(rights.length > 0
      ? [
          problem('schema.rights', `${sayCount(rights)} not part of this version: ${name(rights)}.`, {
            why: 'They allow others what only this server may do. A restore often grants them to everyone.',
            fix: howToFix,
          }),
        ]
      : []),
    ...(others.length > 0
      ? [
          warning('schema.extra', `${sayCount(others)} not part of this version: ${name(others)}.`, {
            why: 'They are harmless, but an upgrade may need the same name.',
            fix: 'Keep your own objects in your own schema.',
          }),
        ]
      : []),
  ];
  return findings.length > 0
    ? findings
    : [ok('schema.objects', `All ${count} objects of this version are in place.`)];
}

const isRight = (object: string) => object.startsWith('grant on ');

function sayCount(objects: string[]): string {
  const isOnlyRights = objects.every(isRight);
  const thing = isOnlyRights ? 'grant' : 'object';
  return objects.length === 1 ? `1 ${thing} is` : `${objects.length} ${thing}s are`;
}

function name(objects: string[]): string {
  const shown = objects.slice(0, mostNamed).map((object) => object);
  const more = objects.length - shown.length;
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}
