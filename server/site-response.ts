import { type IncomingMessage, ServerResponse } from 'node:http';
import { requestIdHeader } from '../lib/http/request-headers.ts';
import { wantedStatuses } from '../lib/http/response-status.ts';
import { cacheControl } from '../lib/http/security-headers.ts';

/** Pages are rendered per visitor, as HTML or as the router's payload. */
const pageTypes = /^text\/(html|x-component)\b/;

/** Paths without a query, which may hold a token. `/sign-up` is missing because a restored page would contain a typed password. */
const publicPages = /^\/(sign-in|proofs\/[^/?]+)$/;

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
