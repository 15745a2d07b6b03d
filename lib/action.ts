import 'server-only';
import { redirect } from 'next/navigation';
import type { z } from 'zod';
import { type ErrorCode, errors } from './errors.ts';
import type { FormState } from './form-state.ts';
import type { Problem } from './problem.ts';
import { describeError, type Failure, fail } from './result.ts';
import { SessionTooLarge } from './supabase/cookie-budget.ts';

/** Where a form goes on success: to a path of this site, or nowhere, and shows that it is done. */
type Success = { ok: true; redirectTo?: string };

/** Fields whose content never goes back to the page. */
const secretFields = /password|code|token/i;

/**
 * A server action behind a form: parses the fields, runs the handler, and turns a failure into what the form
 * shows. An exception is logged with an id and becomes `request.unexpected`.
 * @param schema messages of its issues are codes of the catalogue.
 */
export function action<Schema extends z.ZodType>(
  schema: Schema,
  handler: (input: z.infer<Schema>) => Promise<Success | Failure>,
) {
  return async (_previous: FormState, form: FormData): Promise<FormState> => {
    const typed = Object.fromEntries([...form].filter(([name]) => !name.startsWith('$ACTION')));
    const values = Object.fromEntries(
      Object.entries(typed).filter(
        (field): field is [string, string] => typeof field[1] === 'string' && !secretFields.test(field[0]),
      ),
    );
    const result = await run(schema, handler, typed);
    if (result.ok && result.redirectTo) redirect(result.redirectTo);
    if (result.ok) return { status: 'done', values };
    const fields: Record<string, Problem> = {};
    for (const [name, code] of Object.entries(result.fields ?? {})) fields[name] = describeError(code);
    return {
      status: 'failed',
      problem: describeError(result.code, result.retryAfterSeconds),
      fields,
      values,
    };
  };
}

async function run<Schema extends z.ZodType>(
  schema: Schema,
  handler: (input: z.infer<Schema>) => Promise<Success | Failure>,
  typed: Record<string, unknown>,
): Promise<Success | Failure> {
  const parsed = schema.safeParse(typed);
  if (!parsed.success) return failFields(parsed.error.issues);
  try {
    return await handler(parsed.data);
  } catch (error) {
    if (error instanceof SessionTooLarge) return fail('auth.session_too_large');
    console.error(`Action failed, reference ${crypto.randomUUID()}:`, error);
    return fail('request.unexpected');
  }
}

function failFields(issues: z.core.$ZodIssue[]): Failure {
  const fields: Record<string, ErrorCode> = {};
  for (const { path, message } of issues) {
    const name = String(path[0]);
    fields[name] ??= isErrorCode(message) ? message : 'field.required';
  }
  return fail(Object.values(fields)[0] ?? 'field.required', { fields });
}

function isErrorCode(message: string): message is ErrorCode {
  return Object.hasOwn(errors, message);
}
