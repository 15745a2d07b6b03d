import { z } from 'zod';
import { functionUnknown, schemaHidden } from '../../../lib/supabase/rest.ts';
import { formatCommand } from '../../project/format-command.ts';
import { compareSchema, type SchemaDifference } from '../../schema/compare-schema.ts';
import { type ExpectedSchema, readExpectedSchema } from '../../schema/migrations-folder.ts';
import { type Answer, codeOf, reasonOf } from '../ask.ts';
import { check, type Group } from '../check.ts';
import type { Question } from '../context.ts';

/** Looks up a link that can't exist, which needs the secret key and the schema. The server does the same at startup. */
const harmless = ['find_account_of_mail_link', { p_token_hash: 'none' }] as const;

const asServer: Question<Answer> = ({ callFunction }) => callFunction(...harmless);
const asStranger: Question<Answer> = async ({ know, callFunction }) =>
  (await know(asServer))?.status === 200 ? callFunction(...harmless, 'public') : null;

const described: Question<Answer> = ({ callFunction }) => callFunction('describe_schema');

const Described = z.object({
  version: z.string().nullable(),
  objects: z.record(z.string(), z.string()),
});

type Difference = SchemaDifference & {
  version: string | null;
  expected: ExpectedSchema;
  /** Negative for an older schema, positive for a newer one. */
  order: number;
};

export const schemaDifference: Question<Difference> = async ({ know }) => {
  const found = Described.safeParse((await know(described))?.body).data;
  if (!found) return null;
  const expected = readExpectedSchema();
  const order = found.version === null ? 0 : found.version.localeCompare(expected.version);
  return { ...compareSchema(expected, found), version: found.version, expected, order };
};

const listed: Question<Difference> = async ({ know }) =>
  (await know(asServer))?.status === 200 ? know(schemaDifference) : null;

const unlisted: Question<Answer> = async ({ know }) =>
  (await know(asServer))?.status === 200 && !(await know(schemaDifference)) ? know(described) : null;

/** Null for another version's schema, whose objects differ anyway. A restored schema may lack its version. */
const sameVersion: Question<Difference> = async ({ know }) => {
  const difference = await know(listed);
  return difference?.order === 0 ? difference : null;
};

const isRight = (object: string) => object.startsWith('grant on ');
const extraRights = ({ extra }: { extra: string[] }) => extra.filter(isRight);

function count(objects: string[]): string {
  const thing = objects.every(isRight) ? 'grant' : 'object';
  return objects.length === 1 ? `1 ${thing} is` : `${objects.length} ${thing}s are`;
}

const mostNamed = 8;

function name(objects: string[]): string {
  const more = objects.length - mostNamed;
  return [...objects.slice(0, mostNamed), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

const describeVersions = ({ version, expected }: Difference) =>
  `this version of Countersign: ${version} instead of ${expected.version}`;

const why = 'Nobody can sign in.';
const apply = formatCommand('schema', 'apply');
const restore = `--fix-sql prints SQL that restores them; ${apply} adds what a newer version needs.`;

export const database: Group = {
  name: 'Database',
  checks: [
    check({
      id: 'schema.exposed',
      ask: asServer,
      right: 'The REST API exposes the schema countersign.',
      wrong: [
        {
          when: (answer) => codeOf(answer) === schemaHidden,
          problem: 'The REST API does not expose the schema countersign.',
          why,
          fix: `Expose it. If the project has no such schema yet, run ${apply} first.`,
          dashboard: 'Project Settings > Data API > Exposed schemas: add countersign',
          config: 'api.schemas, with "countersign" in it',
          selfHosted: 'PGRST_DB_SCHEMAS=public,graphql_public,countersign',
        },
        {
          id: 'schema.missing',
          when: (answer) => codeOf(answer) === functionUnknown,
          problem: 'The project has no schema of Countersign, or an unfinished one.',
          why,
          fix: `Check SUPABASE_URL, then run ${apply}. It continues where it stopped.`,
        },
        {
          id: 'schema.rights',
          when: ({ status }) => status === 401 || status === 403,
          problem: (answer) => `The database refuses the secret key (${reasonOf(answer)}).`,
          why,
          fix: 'If Auth accepts the key (see "Project and keys"), grants for service_role are missing: --fix-sql restores them.',
        },
        {
          id: 'schema.writable',
          when: (answer) => codeOf(answer) === '25006',
          problem: 'The database is read-only: a replica, or in recovery.',
          why: 'Nothing can be changed.',
          fix: 'Wait for the recovery, or use the primary. A hosted project is read-only while its disk is full.',
        },
        {
          id: 'schema.away',
          when: ({ status }) => status !== 200,
          problem: (answer) => `The REST API fails, or can't reach its database (${reasonOf(answer)}).`,
          why,
          fix: 'It is starting, recovering, or out of connections: check the logs of PostgREST and the database.',
        },
      ],
    }),
    check({
      id: 'schema.strangers',
      ask: asStranger,
      right: "Only this server may call the server's functions.",
      wrong: [
        {
          // A restore without default privileges opens functions that only this server may call.
          when: ({ status }) => status === 200,
          problem: "Anyone may call the server's functions.",
          why: 'The publishable key, which is public, has the rights of the server.',
          fix: 'Grants were lost, probably in a restore: run the SQL that --fix-sql prints. Then check the activity of accounts.',
        },
        {
          when: ({ status }) => status !== 401 && status !== 403,
          unknown: (answer) => `Whether others may call the server's functions (${reasonOf(answer)}).`,
          fix: "Run the doctor again. If it remains, check PostgREST's log.",
        },
      ],
    }),
    check({
      id: 'schema.version',
      ask: unlisted,
      wrong: [
        {
          when: (answer) => codeOf(answer) === functionUnknown,
          problem: 'The database has an older schema than this version of Countersign.',
          why: 'Newer features fail.',
          fix: `Run ${apply}.`,
        },
        {
          unknown: (answer) => `The database objects could not be listed (${reasonOf(answer)}).`,
          fix: `Run ${formatCommand('schema', 'check')} with a connection string.`,
        },
      ],
    }),
    check({
      id: 'schema.version',
      ask: listed,
      wrong: [
        {
          when: ({ order }) => order > 0,
          warning: (difference) => `The database has a newer schema than ${describeVersions(difference)}.`,
          why: 'This is normal during a rollout. Older versions work with a newer schema.',
          fix: 'Deploy the new version.',
        },
        {
          when: ({ order }) => order < 0,
          problem: (difference) => `The database has an older schema than ${describeVersions(difference)}.`,
          why: ({ missing }) => `These are missing, so newer features fail: ${name(missing)}.`,
          fix: `Run ${apply}.`,
        },
      ],
    }),
    check({
      id: 'schema.missing',
      ask: sameVersion,
      right: ({ expected }) => `All ${Object.keys(expected.objects).length} objects of this version exist.`,
      when: ({ missing }) => missing.length > 0,
      problem: ({ missing }) => `${count(missing)} missing in the database: ${name(missing)}.`,
      why: 'Features that use them fail.',
      fix: restore,
    }),
    check({
      id: 'schema.changed',
      ask: sameVersion,
      when: ({ changed }) => changed.length > 0,
      problem: ({ changed }) => `${count(changed)} different from this version: ${name(changed)}.`,
      why: 'They were edited, or a migration of this version did not run.',
      fix: restore,
    }),
    check({
      id: 'schema.rights',
      ask: sameVersion,
      when: (difference) => extraRights(difference).length > 0,
      problem: (difference) =>
        `${count(extraRights(difference))} not part of this version: ${name(extraRights(difference))}.`,
      why: 'They allow others what only this server may do. A restore often grants them to everyone.',
      fix: restore,
    }),
  ],
};
