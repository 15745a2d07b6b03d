import * as client from 'openid-client';

/** What to change for an error of OAuth or of the library. */
const remedies: Record<string, string> = {
  invalid_request: 'Change what your app passes to its handler sign-in.',
  invalid_scope: 'Set the option scope to scopes that the site knows.',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: "Set this server's clock.",
};

/**
 * An error's cause in one line: status, code, description, and what to change. Contains no token. Parts that come from an
 * address or the site are quoted, in printable ASCII, so that they can't forge a line of the log.
 */
export function describeCause(cause: unknown): string {
  if (!(cause instanceof Error)) return quote(cause);
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
  const { cause: deepest, message, code: deeper } = (cause.cause ?? {}) as Partial<client.ClientError>;
  if (cause instanceof client.ClientError)
    return join(
      (cause.cause instanceof Response ? cause.cause : (deepest as Partial<Response> | undefined))?.status,
      cause.message,
      remedies[code ?? ''],
    );
  return join(quote(cause.message), deeper ?? (message && quote(message)));
}

const join = (...parts: unknown[]) => parts.filter(Boolean).join(' ');

/** Credentials are in the message if a runtime refuses a header. */
function quote(text: unknown): string {
  const safe = String(text).replace(/(basic|bearer) [^"']+/gi, '$1 …');
  return `"${safe
    .replace(/[^\x20-\x7e]/g, '?')
    .replaceAll('"', "'")
    .slice(0, 300)}"`;
}

const quoteCode = (code: unknown) => (/^\w{1,40}$/.test(String(code)) ? String(code) : quote(code));
