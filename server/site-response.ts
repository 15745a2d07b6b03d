import { type IncomingMessage, ServerResponse } from 'node:http';
import { requestIdHeader } from '../lib/http/request-headers.ts';
import { wantedStatuses } from '../lib/http/response-status.ts';
import { cacheControl } from '../lib/http/security-headers.ts';

/** A page is made for anyone who asked, as HTML or as what the router makes it of. */
const pageTypes = /^text\/(html|x-component)\b/;

/** Without a query, which may hold a token. Not `/sign-up`, where a password that someone typed would come back with the page. */
const publicPages = /^\/(sign-in|proofs\/[^/?]+)$/;

/** These say nothing of an account: the theme, the style sheet that it has, the method used last, what limits count by, and whether the device offers passkeys. */
const harmlessCookies = /^(__Host-)?(theme|sheet|last-method|device|has-platform-authenticator)=/;

/** Only the browser that asked may keep the page. It shows it for Back and Forward alone, and otherwise asks again. */
const restorable = 'private, no-cache';

function isForAnyone({ method, url, headers }: IncomingMessage): boolean {
  const cookies = headers.cookie?.split(/; */) ?? [];
  return (
    method === 'GET' && publicPages.test(url ?? '') && cookies.every((cookie) => harmlessCookies.test(cookie))
  );
}

/** A response whose status and caching are settled as its head is written, whatever Next.js said before. */
export class SiteResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  override writeHead(status: number, ...head: unknown[]): this {
    const settled = this.settleStatus(status);
    this.settleCaching(settled);
    return super.writeHead(settled, ...(head as []));
  }

  /** Takes the status from an action or page (`lib/http/response-status.ts`). */
  private settleStatus(status: number): number {
    const { headers } = this.req;
    const wanted = wantedStatuses.get(String(headers[requestIdHeader])) ?? null;
    // The router reads a page's payload, and may have been answered before the page knew. An action has its own answer.
    const isPayload = headers.rsc !== undefined || headers['next-action'] !== undefined;
    if (wanted === null || (wanted.status !== 429 && isPayload)) return status;
    if (wanted.status !== 404) this.setHeader('retry-after', String(wanted.retryAfterSeconds));
    return wanted.status;
  }

  /**
   * No cache keeps a page, nor an answer that sets a cookie: a session that a cache hands to someone else can't be taken back.
   * It stands here because actions cannot set headers.
   * Only a public page that knows nothing of its visitor may be restored by the browser that asked for it.
   */
  private settleCaching(status: number): void {
    if (!this.hasHeader('set-cookie') && !pageTypes.test(String(this.getHeader('content-type')))) return;
    const mayBeRestored = status === 200 && !this.hasHeader('set-cookie') && isForAnyone(this.req);
    this.setHeader('cache-control', mayBeRestored ? restorable : cacheControl);
    this.appendHeader('vary', 'Cookie');
  }
}
