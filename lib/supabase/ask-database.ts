import 'server-only';
import { logError } from '../log/log.ts';
import { callFunction, FunctionMissing, SchemaHidden } from './call-function.ts';

/** The newest migration. A test compares it with them. A newer database is no trouble: the schema comes first, then the site. */
const schemaVersion = '20261128000000';

/**
 * Whether the database answers this server: 'schema' where the project exposes none of ours, or has the one of an older
 * version; 'database' for all else that is missing. The log says what, in one line. Never throws. One call, which reads nothing:
 * anyone who likes may ask for it.
 */
export async function askDatabase(): Promise<'answers' | 'schema' | 'database'> {
  try {
    const answer = await callFunction('schema_version', {});
    if (!answer.ok) return 'database';
    if (answer.rows >= schemaVersion) return 'answers';
    logError(
      'backend.database_not_ready',
      `The database has the schema ${answer.rows}, and this site needs ${schemaVersion}: run npm run schema -- apply (in the image node operator.mjs schema apply).`,
    );
    return 'schema';
  } catch (error) {
    logError('backend.database_not_ready', error instanceof Error ? error.message : String(error));
    return error instanceof SchemaHidden || error instanceof FunctionMissing ? 'schema' : 'database';
  }
}
