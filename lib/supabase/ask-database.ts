import 'server-only';
import { logError } from '../log/log.ts';
import { callFunction, SchemaHidden } from './call-function.ts';

/**
 * Whether the database answers this server: 'schema' where the project exposes none of ours, 'database' for all else that
 * is missing. The log says what, in one line. Never throws.
 */
export async function askDatabase(): Promise<'answers' | 'schema' | 'database'> {
  try {
    // For a link that can't exist: that needs the secret key and the schema, and finds nothing.
    return (await callFunction('account_of_mail_link', { p_token_hash: 'none' })).ok ? 'answers' : 'database';
  } catch (error) {
    logError('backend.database_not_ready', error instanceof Error ? error.message : String(error));
    return error instanceof SchemaHidden ? 'schema' : 'database';
  }
}
