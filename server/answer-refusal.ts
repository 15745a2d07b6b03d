import type { IncomingMessage, ServerResponse } from 'node:http';
import { corsForAll } from '../lib/api/answer-data.ts';
import type { ErrorCode } from '../lib/errors.ts';
import { errors } from '../lib/errors.ts';
import { dataPolicy } from '../lib/http/security-headers.ts';
import { describeError } from '../lib/result.ts';

/** Answers a request that never reaches Next.js with the catalogue's text: JSON below `/api/`, else plain text. */
export function answerRefusal(
  request: IncomingMessage,
  response: ServerResponse,
  code: ErrorCode,
  headers: Record<string, string> = {},
): void {
  const { title, hint } = errors[code];
  const isData = request.url?.startsWith('/api/') ?? false;
  const body = isData ? JSON.stringify({ error: describeError(code) }) : `${title} ${hint}\n`;
  response.writeHead(errors[code].status, {
    'cache-control': 'no-store',
    'content-security-policy': dataPolicy,
    ...(isData
      ? { 'content-type': 'application/json', ...corsForAll }
      : { 'content-type': 'text/plain; charset=utf-8' }),
    'content-length': Buffer.byteLength(body),
    ...headers,
  });
  response.end(body);
}
