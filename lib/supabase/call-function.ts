import 'server-only';
import type { PostgrestError } from '@supabase/supabase-js';
import { type ErrorCode, errors } from '../errors.ts';
import { type Failure, fail } from '../result.ts';
import { createAdminSupabase } from './server.ts';

/**
 * Calls one of the database's functions as the server. They refuse with a code of the catalogue as their message,
 * and for a wait with its seconds as the detail.
 * @returns the rows, or the failure. Throws on an error that is none of theirs.
 */
export async function callFunction<Rows>(
  name: string,
  parameters: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<{ ok: true; rows: Rows } | Failure> {
  const call = createAdminSupabase().rpc(name, parameters);
  for (const [header, value] of Object.entries(headers)) call.setHeader(header, value);
  const { data, error } = await call;
  if (!error) return { ok: true, rows: data as Rows };
  if (isCatalogueCode(error.message)) {
    const seconds = Number(error.details);
    return fail(error.message, seconds > 0 ? { retryAfterSeconds: seconds } : undefined);
  }
  if (isUnreachable(error)) return fail('backend.unavailable');
  throw new Error(`The function ${name} failed: ${error.code}`);
}

function isCatalogueCode(message: string): message is ErrorCode {
  return Object.hasOwn(errors, message);
}

/** supabase-js reports a failed fetch as an error without an SQLSTATE. */
function isUnreachable(error: PostgrestError): boolean {
  return !error.code;
}
