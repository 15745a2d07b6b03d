import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors } from '../lib/errors.ts';
import { escapeHtml } from '../lib/escape-html.ts';
import { secretFields } from '../lib/forms/secret-fields.ts';
import { dataPolicy } from '../lib/http/security-headers.ts';
import { readMultipart } from './next-formats/read-multipart.ts';

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
