import { createHash } from 'node:crypto';
import { BackendUnavailable } from '../backend-unavailable.ts';
import type { ErrorCode } from '../errors.ts';
import { requestIdHeader } from '../http/request-headers.ts';
import { logError } from '../log/log.ts';
import type { Failure } from '../result.ts';
import { answerError } from './answer-data.ts';

/** A user's data, for one app: the app may store the response to revalidate it, shared caches may not. */
const forOneApp = { 'cache-control': 'private, no-cache', vary: 'Authorization' };

/** Refused credentials come with a challenge (RFC 6750 3, RFC 7617 2). */
const challenges: Partial<Record<ErrorCode, string>> = {
  'app.token_invalid': 'Bearer realm="Countersign", error="invalid_token"',
  'app.scope_missing': 'Bearer realm="Countersign", error="insufficient_scope", scope="wallets"',
  'app.client_refused': 'Basic realm="Countersign", charset="UTF-8"',
};

export function answerApp(request: Request, data: object, headers: Record<string, string> = {}): Response {
  return answerTagged(request, data, { ...forOneApp, ...headers });
}

/** Returns data with a strong ETag of its bytes, or 304 if the reader has them already. */
export function answerTagged(request: Request, data: object, headers: Record<string, string>): Response {
  const body = JSON.stringify(data);
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  const all = { ...headers, etag };
  return isAmong(etag, request.headers.get('if-none-match'))
    ? new Response(null, { status: 304, headers: all })
    : new Response(body, { headers: { 'content-type': 'application/json', ...all } });
}

/** Returns a failure like `answerError`, with the header of its status: a challenge, or the time to wait. */
export function refuseApp(
  { code, retryAfterSeconds }: Failure,
  headers: Record<string, string> = {},
): Response {
  const challenge = challenges[code];
  return answerError(code, {
    ...headers,
    ...(challenge && { 'www-authenticate': challenge }),
    ...(retryAfterSeconds && { 'retry-after': String(retryAfterSeconds) }),
  });
}

/** Weak comparison with a list, or `*` for any (RFC 9110 13.1.2). */
function isAmong(etag: string, listed: string | null): boolean {
  const tags = listed?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(etag) || (tags.length === 1 && tags[0] === '*');
}

/** Runs a handler; logs an exception and returns it as an error. @param what for the log: "The wallets of a token". */
export async function answerOrLog(
  request: Request,
  what: string,
  answer: () => Promise<Response>,
): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof BackendUnavailable) return answerError('backend.unavailable');
    const id = request.headers.get(requestIdHeader);
    logError('request.failed', `${what} could not be answered, request ${id}:`, error);
    return answerError('request.unexpected');
  }
}
