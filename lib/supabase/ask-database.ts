import 'server-only';
import { logError } from '../log/log.ts';
import { callFunction, FunctionMissing, SchemaHidden } from './call-function.ts';

/**
 * The newest function of the schema that this version calls: where the database has it, it has the rest. A test compares it with
 * the migrations.
 */
const newest = 'rename_passkey';
/** There is no such account, so it does nothing, and that is its answer. */
const nobody = '00000000-0000-0000-0000-000000000000';

/**
 * Whether the database answers this server: 'schema' where the project exposes none of ours, or has the one of an older
 * version; 'database' for all else that is missing. The log says what, in one line. Never throws.
 */
export async function askDatabase(): Promise<'answers' | 'schema' | 'database'> {
  try {
    const answer = await callFunction(newest, {
      p_user_id: nobody,
      p_session_id: nobody,
      p_passkey_id: nobody,
      p_name: 'Nobody',
    });
    return answer.ok || answer.code !== 'backend.unavailable' ? 'answers' : 'database';
  } catch (error) {
    logError('backend.database_not_ready', error instanceof Error ? error.message : String(error));
    return error instanceof SchemaHidden || error instanceof FunctionMissing ? 'schema' : 'database';
  }
}
