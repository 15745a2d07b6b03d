import { type Command, defineCommand, type Variables } from '../command.ts';
import { PlainFailure } from '../plain-failure.ts';
import { chooseProject } from '../project/choose-project.ts';
import { applySchema } from './apply-schema.ts';
import { checkByDatabase, checkByRest, describeCheck, isGoodEnough } from './check-schema.ts';
import { connect } from './connect.ts';
import { readExpectedSchema, readMigrations } from './migrations-folder.ts';
import { printSchema } from './print-schema.ts';

const databaseUrl = {
  'db-url': {
    type: 'string',
    valueHint: 'address',
    description:
      'a connection string, instead of SUPABASE_DB_URL. Other users may see it in the process list: put a password in the variable or in PGPASSWORD',
  },
} as const;

const chooseDatabase = (typed: string | undefined, variables: Variables) =>
  typed?.trim() || variables.SUPABASE_DB_URL?.trim() || '';

const apply = defineCommand({
  meta: { description: 'Upgrades the database to this version, one transaction per migration.' },
  args: {
    'lock-timeout': {
      type: 'string',
      valueHint: 'seconds',
      description: 'how long to wait for a lock: 5 by default, at most 600',
    },
    ...databaseUrl,
  },
  async run({ 'lock-timeout': lockTimeout, 'db-url': typed }, { variables, asJson }) {
    const lockTimeoutSeconds = readSeconds(lockTimeout ?? '5');
    const [migrations, expected] = [readMigrations(), readExpectedSchema()];
    const address = chooseDatabase(typed, variables);
    if (!address)
      throw new PlainFailure(
        'apply needs a connection string: SUPABASE_DB_URL or --db-url. Supabase shows it under Connect. ' +
          'The local backend applies its migrations at startup.',
      );
    const client = await connect(address);
    const done: string[] = [];
    const say = asJson ? (line: string) => void done.push(line) : console.log;
    try {
      await applySchema(client, { migrations, expected, lockTimeoutSeconds, say });
      return { text: '', data: { done } };
    } finally {
      await client.end().catch(() => undefined);
    }
  },
});

const print = defineCommand({
  meta: { description: 'Prints the migrations as one SQL file, for your own migration tool.' },
  args: {
    from: { type: 'string', valueHint: 'version', description: 'only migrations after this one' },
  },
  async run({ from }) {
    const sql = printSchema(readMigrations(), from ?? null);
    return { text: sql, data: { sql } };
  },
});

const check = defineCommand({
  meta: {
    description:
      'Lists what is missing, changed or extra in the database; exit code 1 if something is missing or changed.',
  },
  args: databaseUrl,
  async run({ 'db-url': typed }, { variables }) {
    const [migrations, expected] = [readMigrations(), readExpectedSchema()];
    const address = chooseDatabase(typed, variables);
    const checked = address
      ? await checkByDatabase(address, migrations, expected)
      : await checkByRest(chooseProject(variables), expected);
    return { text: describeCheck(checked), data: checked, exitCode: isGoodEnough(checked) ? 0 : 1 };
  },
});

export const schema: Command = {
  meta: { description: "Countersign's schema in a project's database." },
  notes: "Without a connection string, check uses the project's REST API and SUPABASE_SECRET_KEY.",
  subCommands: { apply, print, check },
};

function readSeconds(text: string): number {
  const seconds = Number(text);
  if (/^\d+$/.test(text) && seconds >= 1 && seconds <= 600) return seconds;
  throw new PlainFailure('--lock-timeout must be a whole number of seconds from 1 to 600.');
}
