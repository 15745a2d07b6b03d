import 'server-only';
import { environment } from '../env.ts';
import { isErrorCode } from '../errors.ts';
import { logWarning } from '../log/log.ts';
import { fail, type Result } from '../result.ts';
import type { Database } from './database.types.ts';
import { fetchBackend } from './fetch-backend.ts';
import { functionUnknown, isOutage, schema, schemaHeaders, schemaHidden } from './rest.ts';

type Functions = Database['countersign']['Functions'];
export type FunctionName = keyof Functions;
export type ArgumentsOf<Name extends FunctionName> = Functions[Name]['Args'];
export type ResultOf<Name extends FunctionName> = Functions[Name]['Returns'];

/** The project doesn't expose the schema countersign over REST, so nothing works here. */
export class SchemaHidden extends Error {
  constructor() {
    super(
      `The Supabase project does not expose the schema ${schema}: add it under Settings > API > Exposed schemas, or run supabase config push.`,
    );
  }
}

/** The database's schema is older than this site. Upgrade the schema first. */
export class FunctionMissing extends Error {
  constructor(name: string) {
    super(
      `The database has no function ${name}, so its schema is older than this site: run npm run schema -- apply (in the image node operator.mjs schema apply).`,
    );
  }
}

/**
 * Calls a database function as the server. Functions refuse with an error code as the message, and the seconds to wait as the detail.
 * @returns its result or failure, such as `backend.unavailable`. Throws on other errors, such as SchemaHidden and FunctionMissing.
 */
export async function callFunction<Name extends FunctionName>(
  name: Name,
  parameters: ArgumentsOf<Name>,
  headers: Record<string, string> = {},
): Promise<Result<{ rows: ResultOf<Name> }>> {
  const { data, error, status } = await post(name, parameters, headers);
  if (!error) return { ok: true, rows: data };
  if (isErrorCode(error.message)) {
    const seconds = Number(error.details);
    return fail(error.message, seconds > 0 ? { retryAfterSeconds: seconds } : undefined);
  }
  if (isOutage({ error, status })) {
    if (error.code) logWarning('backend.database_away', `${name} was answered ${status} ${error.code}.`);
    return fail('backend.unavailable');
  }
  if (error.code === schemaHidden) throw new SchemaHidden();
  if (error.code === functionUnknown) throw new FunctionMissing(name);
  throw new Error(`The function ${name} failed: ${error.code}`);
}

/** Without supabase-js, whose client for one call took a twentieth of a page's processor time. Never throws. */
async function post(name: string, parameters: object, headers: Record<string, string>) {
  const { supabaseUrl, supabaseSecretKey: apikey } = environment();
  try {
    const authorization = `Bearer ${apikey}`;
    const answer = await fetchBackend(`${supabaseUrl}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { apikey, authorization, 'content-type': 'application/json', ...schemaHeaders, ...headers },
      body: JSON.stringify(parameters),
      cache: 'no-store',
    });
    const { status, ok } = answer;
    const text = await answer.text();
    const body = text === '' && ok ? null : JSON.parse(text);
    return { status, data: body, error: ok ? null : body };
  } catch (error) {
    return { status: 0, data: null, error: { message: String(error), code: undefined, details: undefined } };
  }
}
