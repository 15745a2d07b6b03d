import 'server-only';
import { revalidatePath } from 'next/cache';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { BackendUnavailable } from '../backend-unavailable.ts';
import { type ErrorCode, errors, isErrorCode } from '../errors.ts';
import { requestIdHeader } from '../http/request-headers.ts';
import { answerRetryAfter } from '../http/response-status.ts';
import { logError } from '../log/log.ts';
import type { Problem } from '../problem.ts';
import { describeError, type Failure, fail, type Result } from '../result.ts';
import { SessionTooLarge } from '../session/cookies.ts';
import { type FormState, secretFields } from './form-state.ts';

/** A form's success. `draw` is called only for scripts: a form posted without them can't receive an element. */
type Success = { redirectTo?: string; made?: Record<string, string>; draw?: () => ReactNode };

/** A form's server action: parses, runs the handler, and returns failures as state. Logs an exception, and returns `request.unexpected`. */
export function action<Schema extends z.ZodType>(
  schema: Schema,
  handler: (input: z.infer<Schema>) => Promise<Result<Success>>,
) {
  return async (_previous: FormState, form: FormData): Promise<FormState> => {
    // Clients can call an action with any arguments.
    if (!(form instanceof FormData)) return failed(fail('request.unexpected'), {});
    const typed = Object.fromEntries([...form].filter(([name]) => !name.startsWith('$ACTION')));
    const values = Object.fromEntries(
      Object.entries(typed).filter(
        (field): field is [string, string] => typeof field[1] === 'string' && !secretFields.test(field[0]),
      ),
    );
    const result = await run(schema, handler, typed);
    if (result.ok && result.redirectTo) leaveTo(result.redirectTo);
    if (result.ok) {
      const shown = (await headers()).has('next-action') ? result.draw?.() : undefined;
      return { status: 'done', values: { ...values, ...result.made }, ...(shown && { shown }) };
    }
    return failed(result, values);
  };
}

function leaveTo(path: string): never {
  // Prefetched pages show the state before this change.
  revalidatePath('/', 'layout');
  redirect(path);
}

function failed(
  { code, fields = {}, retryAfterSeconds, about = {} }: Failure,
  values: Record<string, string>,
): FormState {
  const problems: Record<string, Problem> = {};
  for (const [name, fieldCode] of Object.entries(fields))
    problems[name] = describeError(fieldCode, undefined, about[name]);
  return { status: 'failed', problem: describeError(code, retryAfterSeconds), fields: problems, values };
}

export type CallAnswer<Made> = ({ ok: true } & Made) | { ok: false; problem: Problem };

/** Like `action`, but called by a script with data instead of a form. With `redirects`, a success's `redirectTo` does, as there. */
export function callable<Schema extends z.ZodType, Made extends object>(
  schema: Schema,
  handler: (input: z.infer<Schema>) => Promise<Result<Made>>,
  { redirects = false } = {},
) {
  return async (input: unknown): Promise<CallAnswer<Made>> => {
    const result = await run(schema, handler, input);
    if (result.ok && redirects && 'redirectTo' in result && result.redirectTo)
      leaveTo(String(result.redirectTo));
    if (result.ok) return result;
    const { code, retryAfterSeconds, account } = result;
    return { ok: false, problem: { ...describeError(code, retryAfterSeconds), ...(account && { account }) } };
  };
}

async function run<Schema extends z.ZodType, Made extends { ok: true }>(
  schema: Schema,
  handler: (input: z.infer<Schema>) => Promise<Made | Failure>,
  typed: unknown,
): Promise<Made | Failure> {
  const unreadable = listNonText(typed);
  if (unreadable) return fail('field.not_text', { fields: unreadable });
  const parsed = schema.safeParse(typed);
  if (!parsed.success) return failFields(parsed.error.issues);
  try {
    const result = await handler(parsed.data);
    if (!result.ok && result.retryAfterSeconds !== undefined && errors[result.code].status === 429) {
      answerRetryAfter((await headers()).get(requestIdHeader), result.retryAfterSeconds);
    }
    return result;
  } catch (error) {
    if (error instanceof SessionTooLarge) return fail('auth.session_too_large');
    if (error instanceof BackendUnavailable) return fail('backend.unavailable');
    logError('request.failed', `Action failed, request ${(await headers()).get(requestIdHeader)}:`, error);
    return fail('request.unexpected');
  }
}

/** Fields with NUL or a lone surrogate, at which the database or Auth would fail. Nested text is listed under its top-level field. */
function listNonText(typed: unknown): Record<string, ErrorCode> | null {
  if (typed === null || typeof typed !== 'object') return null;
  const names = Object.entries(typed).filter((field) => containsNonText(field));
  return names.length > 0 ? Object.fromEntries(names.map(([name]) => [name, 'field.not_text'])) : null;
}

function containsNonText(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed();
  if (value === null || typeof value !== 'object') return false;
  return Object.entries(value).flat().some(containsNonText);
}

function failFields(issues: z.core.$ZodIssue[]): Failure {
  const fields: Record<string, ErrorCode> = {};
  for (const { path, message } of issues) {
    const name = String(path[0]);
    fields[name] ??= isErrorCode(message) ? message : 'field.required';
  }
  return fail(Object.values(fields)[0] ?? 'field.required', { fields });
}
