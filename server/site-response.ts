import { type IncomingMessage, ServerResponse } from 'node:http';
import { corsForAll } from '../lib/api/answer-data.ts';
import { type ErrorCode, errors } from '../lib/errors.ts';
import { escapeHtml } from '../lib/escape-html.ts';
import { secretFields } from '../lib/forms/form-state.ts';
import { requestIdHeader } from '../lib/http/request-headers.ts';
import { wantedStatuses } from '../lib/http/response-status.ts';
import { cacheControl, dataPolicy } from '../lib/http/security-headers.ts';
import { describeError } from '../lib/result.ts';
import { readMultipart } from './next-formats/refuse-body.ts';

/** Pages are rendered per visitor, as HTML or as the router's payload. */
const pageTypes = /^text\/(html|x-component)\b/;

/** Paths without a query, which may hold a token. `/sign-up` is missing because a restored page would contain a typed password. */
const publicPages = /^\/(sign-in|(proofs|people)\/[^/?]+)$/;

/** Cookies that don't identify an account: theme, cached style sheet, last sign-in method, rate-limit device, and passkey support. */
const harmlessCookies = /^(__Host-)?(theme|sheet|last-method|device|has-platform-authenticator)=/;

/** Only the requesting browser may store the page; it reuses it for Back and Forward and otherwise revalidates. */
const restorable = 'private, no-cache';

function isPublicPageRequest({ method, url, headers }: IncomingMessage): boolean {
  const cookies = headers.cookie?.split(/; */) ?? [];
  return (
    method === 'GET' && publicPages.test(url ?? '') && cookies.every((cookie) => harmlessCookies.test(cookie))
  );
}

/** A response that sets its status and caching when its head is written, over Next.js's own choice. */
export class SiteResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  /** Next.js sets each header of a route's answer as a list, whose type its compression doesn't read. */
  override setHeader(name: string, value: number | string | readonly string[]): this {
    return super.setHeader(name, Array.isArray(value) && value.length === 1 ? value[0] : value);
  }

  override writeHead(status: number, ...head: unknown[]): this {
    const chosen = this.chooseStatus(status);
    this.applyCaching(chosen);
    return super.writeHead(chosen, ...(head as []));
  }

  /** Applies the status that an action or page asked for (`lib/http/response-status.ts`). */
  private chooseStatus(status: number): number {
    const { headers } = this.req;
    const wanted = wantedStatuses.get(String(headers[requestIdHeader])) ?? null;
    // The router may have received the payload's head before the page set a status, and an action returns its own result.
    const isPayload = headers.rsc !== undefined || headers['next-action'] !== undefined;
    if (wanted === null || (wanted.status !== 429 && isPayload)) return status;
    if (wanted.status !== 404) this.setHeader('retry-after', String(wanted.retryAfterSeconds));
    return wanted.status;
  }

  /** Forbids caching of pages and of responses that set a cookie, which may carry a session. Here, because actions can't set headers. */
  private applyCaching(status: number): void {
    if (!this.hasHeader('set-cookie') && !pageTypes.test(String(this.getHeader('content-type')))) return;
    const mayBeRestored = status === 200 && !this.hasHeader('set-cookie') && isPublicPageRequest(this.req);
    this.setHeader('cache-control', mayBeRestored ? restorable : cacheControl);
    this.appendHeader('vary', 'Cookie');
  }
}

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

/** Answers a form from another build's page, without its action. Shows the typed values, except secrets. */
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
      '<p><a href="">Reload the page</a></p>' +
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
