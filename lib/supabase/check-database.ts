import 'server-only';
import { logError } from '../log/log.ts';
import { callFunction, FunctionMissing, SchemaHidden } from './call-function.ts';

/** The newest migration; a test compares it. A newer database is fine, since the schema is upgraded first. */
const schemaVersion = '20261128000000';

/** 'schema': it is hidden or too old; 'database': another failure. Logs either. Never throws. Reads no data: any visitor can trigger it. */
export async function checkDatabase(): Promise<'answers' | 'schema' | 'database'> {
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
