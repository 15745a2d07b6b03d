import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** An error with Supabase Auth's status and code. `details`, such as `weak_password`, are added to the response. */
export class AuthError extends Error {
  readonly status: ContentfulStatusCode;
  readonly code: string;
  readonly details: Record<string, unknown>;

  constructor(
    status: ContentfulStatusCode,
    code: string,
    message: string,
    details: Record<string, unknown> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** An OAuth 2 error, which some grants return. Always status 400. */
export class OAuthError extends Error {
  readonly error: string;

  constructor(error: string, description: string) {
    super(description);
    this.error = error;
  }
}

/** An error of the database. Auth returns its text unless the caller requests a newer API version. */
export class DatabaseRefusal extends AuthError {
  readonly said: { code: string; message: string; detail: string };

  constructor(message: string, said: DatabaseRefusal['said']) {
    super(500, 'unexpected_failure', message);
    this.said = said;
  }
}

/** Since this API version, errors are `{code, message}` with a text code. */
const firstVersionWithTextCodes = '2024-01-01';

export function answerError(error: Error, context: Context): Response {
  if (error instanceof OAuthError) {
    return context.json({ error: error.error, error_description: error.message }, 400);
  }
  const refusal = error instanceof AuthError ? error : reportUnexpected(error, context);
  const { status, code, message, details } = refusal;
  context.header('x-sb-error-code', code);
  if ((context.req.header('x-supabase-api-version') ?? '') >= firstVersionWithTextCodes) {
    context.header('x-supabase-api-version', firstVersionWithTextCodes);
    return context.json({ code, message, ...details }, status);
  }
  if (refusal instanceof DatabaseRefusal) return context.json(refusal.said, status);
  return context.json({ code: status, error_code: code, msg: message, ...details }, status);
}

/** Prints only code and stack: a database error's message and parameters may contain what a user typed. */
function reportUnexpected(error: Error, context: Context): AuthError {
  const code = 'code' in error ? error.code : error.name;
  const place = (error.stack ?? '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 4);
  console.error([`Auth failed at ${context.req.method} ${context.req.path}: ${code}`, ...place].join('\n'));
  return new AuthError(
    500,
    'unexpected_failure',
    'Unexpected failure, please check server logs for more information',
  );
}

export const validationFailed = (message: string) => new AuthError(400, 'validation_failed', message);

/** Auth returns 400 or 422, depending on the route. */
export const emailDisabled = (status: 400 | 422, message: string) =>
  new AuthError(status, 'email_provider_disabled', message);
