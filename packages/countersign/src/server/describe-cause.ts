import * as client from 'openid-client';
import { describeError, join, quote, quoteCode } from './describe-error.ts';

/** What to change for an error of OAuth or of the library. */
const remedies: Record<string, string> = {
  invalid_request: 'Change what your app passes to its handler sign-in, or its option scope.',
  invalid_scope: 'Set the option scope to scopes that the site knows.',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: "Set this server's clock.",
};

/** An error's cause in one line: status, code, description, and what to change. Contains no token. */
export function describeCause(cause: unknown): string {
  if (!(cause instanceof Error)) return describeError(cause);
  const { status, error, error_description, code } = cause as Partial<client.ResponseBodyError>;
  if (cause instanceof client.AuthorizationResponseError || cause instanceof client.ResponseBodyError)
    return join(
      status,
      quoteCode(error),
      error_description && quote(error_description),
      remedies[error ?? ''],
    );
  if (cause instanceof client.WWWAuthenticateChallengeError) {
    const [challenge] = cause.cause;
    const told = challenge?.parameters ?? {};
    return join(status, quoteCode(told.error), told.error_description && quote(told.error_description));
  }
  if (cause instanceof client.ClientError) {
    const { cause: deepest } = (cause.cause ?? {}) as Error;
    return join(
      (cause.cause instanceof Response ? cause.cause : (deepest as Partial<Response> | undefined))?.status,
      cause.message,
      remedies[code ?? ''],
    );
  }
  return describeError(cause);
}
