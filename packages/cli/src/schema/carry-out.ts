import type { Variables } from '../../../../scripts/process/start-process.ts';
import { PlainFailure } from '../plain-failure.ts';
import { chooseProject } from '../project/choose-project.ts';
import { applySchema } from './apply-schema.ts';
import { checkByDatabase, checkByRest, describeCheck, isGoodEnough } from './check-schema.ts';
import { connect } from './connect.ts';
import { readExpectedSchema } from './expected-schema.ts';
import { readMigrations } from './migrations-folder.ts';
import { printSchema } from './print-schema.ts';
import { readArguments, usage } from './read-arguments.ts';

/**
 * `schema -- apply | print | check`: what Countersign has in the database.
 * @returns the exit code: 1 where check finds what this version can't work with
 * @throws PlainFailure for everything that a person can put right
 */
export async function carryOut(args: string[], variables: Variables): Promise<number> {
  if (args.length === 0 || args.includes('--help')) {
    console.log(usage);
    return args.length === 0 ? 1 : 0;
  }
  const command = readArguments(args);
  const migrations = readMigrations();
  if (command.what === 'print') {
    console.log(printSchema(migrations, command.from));
    return 0;
  }
  const expected = readExpectedSchema();
  const databaseUrl = command.databaseUrl ?? variables.SUPABASE_DB_URL?.trim() ?? '';
  if (command.what === 'check') {
    const checked = databaseUrl
      ? await checkByDatabase(databaseUrl, migrations, expected)
      : await checkByRest(chooseProject(variables), expected);
    console.log(command.asJson ? JSON.stringify(checked) : describeCheck(checked));
    return isGoodEnough(checked) ? 0 : 1;
  }
  if (!databaseUrl)
    throw new PlainFailure(
      'apply needs a connection string of the database: SUPABASE_DB_URL, or --db-url. Supabase shows it under Connect. ' +
        'The local backend applies its migrations by itself, at its start.',
    );
  const client = await connect(databaseUrl);
  try {
    const { lockTimeoutSeconds } = command;
    await applySchema(client, { migrations, expected, lockTimeoutSeconds, say: console.log });
    return 0;
  } finally {
    await client.end().catch(() => undefined);
  }
}
