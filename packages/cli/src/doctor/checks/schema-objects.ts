import { z } from 'zod';
import { functionUnknown } from '../../../../../lib/supabase/schema.ts';
import { isOlderSchema, olderVersions } from '../../../../../supabase/convert-older-schema.ts';
import { sayCommand } from '../../project/say-command.ts';
import { compareSchema, type SchemaDifference } from '../../schema/compare-schema.ts';
import { type ExpectedSchema, readExpectedSchema } from '../../schema/expected-schema.ts';
import { codeOf } from '../ask.ts';
import type { Context } from '../context.ts';
import { type Finding, ok, problem, unknown, warning } from '../finding.ts';

const Described = z.object({
  version: z.string().nullable(),
  objects: z.record(z.string(), z.string()),
});
export type Described = z.infer<typeof Described>;

const apply = sayCommand('schema', 'apply');
const howToFix = `--fix-sql prints what puts them right; ${apply} adds what a newer version brought.`;
/** Past it a list helps nobody. */
const mostNamed = 8;

/** What of ours the database has; null where it can't say, because its schema is older than that function. */
export async function readDescribed(context: Context): Promise<Described | null> {
  const { body } = await context.once('described', () => context.callFunction('describe_schema'));
  return Described.safeParse(body).data ?? null;
}

/** Each object of ours: missing, changed, or not of this version. */
export async function compareObjects(context: Context): Promise<Finding[]> {
  const found = await readDescribed(context);
  if (found) return judgeObjects(readExpectedSchema(), found);
  const answer = await context.once('described', () => context.callFunction('describe_schema'));
  if (codeOf(answer) === functionUnknown)
    return [
      problem('schema.version', 'The database has an older schema than this version of Countersign.', {
        why: 'What is newer fails for whoever uses it.',
        fix: `Run ${apply}: it adds what is missing.`,
      }),
    ];
  return [
    unknown('schema.version', `The database did not list its objects (status ${answer.status}).`, {
      fix: `Run ${sayCommand('schema', 'check')}, with a connection string.`,
    }),
  ];
}

function judgeObjects(expected: Pick<ExpectedSchema, 'version' | 'objects'>, found: Described): Finding[] {
  const difference = compareSchema(expected, found);
  if (found.version !== null && found.version > expected.version)
    return [
      warning(
        'schema.version',
        `The database has a newer schema (${found.version}) than this version of Countersign knows (${expected.version}).`,
        {
          why: 'That is so for a while, when a new version rolls out.',
          fix: 'Put the new version in place. An older one works with it meanwhile, also to go back to: the schema stays.',
        },
      ),
    ];
  if (isOlderSchema(found.objects))
    return [
      problem('schema.version', 'The database has the schema of a version before 1.0.0.', {
        why: 'Functions have other names since then, so this version fails.',
        fix: `Stop the site and run ${apply}: it converts the schema, and keeps accounts, sessions and proofs.`,
      }),
    ];
  if (found.version !== null && olderVersions.includes(found.version))
    return [
      problem(
        'schema.version',
        `The database has a schema of before 1.0.0 (${found.version}), unfinished or changed by hand.`,
        {
          why: 'Functions have other names since then, so this version fails.',
          fix: `Bring it to the last version before 1.0.0 with that version. Then ${apply} converts it.`,
        },
      ),
    ];
  if (found.version !== null && found.version < expected.version)
    return [
      problem(
        'schema.version',
        `The database has an older schema (${found.version}) than this version of Countersign (${expected.version}).`,
        {
          why: `What is newer fails for whoever uses it: ${name(difference.missing)}.`,
          fix: `Run ${apply}: it adds what is missing, and goes on where it stopped.`,
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
            why: 'What needs them fails.',
            fix: howToFix,
          }),
        ]
      : []),
    ...(changed.length > 0
      ? [
          problem('schema.changed', `${sayCount(changed)} not as this version has them: ${name(changed)}.`, {
            why: 'Somebody has changed them, or a migration of this version did not run.',
            fix: howToFix,
          }),
        ]
      : []),
    ...(rights.length > 0
      ? [
          problem(
            'schema.rights',
            `${sayCount(rights)} given that this version does not give: ${name(rights)}.`,
            {
              why: 'Somebody may do what only this server should. After a restore it is often everybody.',
              fix: howToFix,
            },
          ),
        ]
      : []),
    ...(others.length > 0
      ? [
          warning('schema.extra', `${sayCount(others)} not of this version: ${name(others)}.`, {
            why: 'They do no harm by being there. An upgrade may meet one of the same name.',
            fix: 'Keep what is yours in a schema of your own.',
          }),
        ]
      : []),
  ];
  return findings.length > 0
    ? findings
    : [ok('schema.objects', `All ${count} objects of this version are there, as they should be.`)];
}

const isRight = (object: string) => object.startsWith('grant on ');

function sayCount(objects: string[]): string {
  const isOnlyRights = objects.every(isRight);
  const thing = isOnlyRights ? 'right' : 'object';
  return objects.length === 1 ? `1 ${thing} is` : `${objects.length} ${thing}s are`;
}

function name(objects: string[]): string {
  const shown = objects.slice(0, mostNamed).map((object) => object.replace('grant on ', 'right on '));
  const more = objects.length - shown.length;
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}
