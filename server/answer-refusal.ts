import type { IncomingMessage, ServerResponse } from 'node:http';
import { corsForAll } from '../lib/api/answer-data.ts';
import { type ErrorCode, errors } from '../lib/errors.ts';
import { escapeHtml } from '../lib/escape-html.ts';
import { secretFields } from '../lib/forms/form-state.ts';
import { dataPolicy } from '../lib/http/security-headers.ts';
import { describeError } from '../lib/result.ts';
import { readMultipart } from './next-formats/read-multipart.ts';

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

/**
 * Answers a form from another build's page, without its action. Shows the typed values, except secrets, unstyled as the policy requires.
 */
export function answerOutdatedForm(request: IncomingMessage, response: ServerResponse, sent: Buffer): void {
  const { title, hint, status } = errors['request.outdated'];
  const typed = (readMultipart(sent, request.headers['content-type'] ?? '') ?? []).filter(
    ({ name, content, isFile }) =>
      !isFile && content.length > 0 && !name.startsWith('$ACTION_') && !secretFields.test(name),
  );
  const rows = typed.map(
    ({ name, content }) =>
      `<dt>${escapeHtml(name)}</dt><dd><pre>${escapeHtml(content.toString())}</pre></dd>`,
  );
  const body = Buffer.from(
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
      `<title>${escapeHtml(title)}</title><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(hint)}</p>` +
      '<p><a href="">Load the page again</a></p>' +
      (rows.length > 0 ? `<h2>What was sent</h2><dl>${rows.join('')}</dl>` : '') +
      '</main></html>\n',
  );
  response.writeHead(status, {
    'cache-control': 'no-store',
    'content-security-policy': dataPolicy,
    'content-type': 'text/html; charset=utf-8',
    'content-length': body.length,
  });
  response.end(body);
}
