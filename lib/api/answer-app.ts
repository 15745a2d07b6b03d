import { createHash } from 'node:crypto';
import type { ErrorCode } from '../errors.ts';
import type { Failure } from '../result.ts';
import { answerError } from './answer-error.ts';

/** Someone's data, for one app: it may keep the answer to compare it, and nobody on the way may. */
const forOneApp = { 'cache-control': 'private, no-cache', vary: 'Authorization' };

/** Credentials that were refused come with how to give better ones (RFC 6750 3, RFC 7617 2). */
const challenges: Partial<Record<ErrorCode, string>> = {
  'app.token_invalid': 'Bearer realm="Countersign", error="invalid_token"',
  'app.scope_missing': 'Bearer realm="Countersign", error="insufficient_scope", scope="wallets"',
  'app.client_refused': 'Basic realm="Countersign", charset="UTF-8"',
};

/** Answers with data and a strong ETag of its bytes, or with 304 where the app has them already. */
export function answerApp(request: Request, data: object, headers: Record<string, string> = {}): Response {
  const body = JSON.stringify(data);
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  const all = { ...forOneApp, etag, ...headers };
  return isAmong(etag, request.headers.get('if-none-match'))
    ? new Response(null, { status: 304, headers: all })
    : new Response(body, { headers: { 'content-type': 'application/json', ...all } });
}

/** A failure as `answerError` has it, with what its status asks for: how to authenticate, or how long to wait. */
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

/** RFC 9110 13.1.2: any of a list, compared weakly, or `*` for whatever there is. */
function isAmong(etag: string, listed: string | null): boolean {
  const tags = listed?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(etag) || (tags.length === 1 && tags[0] === '*');
}
