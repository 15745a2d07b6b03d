import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { outageRetryInSeconds } from '../backend-unavailable.ts';
import { shareInProcess } from '../share-in-process.ts';
import { requestIdHeader } from './request-headers.ts';

/** What an action or a page knows of its answer, and can't set itself. */
type Told = { status: 429 | 503; retryAfterSeconds: number } | { status: 404 };

/** Of the requests under way, by their id. */
const told = shareInProcess('told-status', () => new Map<string, Told | null>());

/** @param seconds until the same may be tried again. */
export function tellRetryAfter(requestId: string | null, seconds: number): void {
  tell(requestId, { status: 429, retryAfterSeconds: seconds });
}

/**
 * For a page that says there is nothing here. `notFound()` of Next.js gives the status too, but draws the page with scripts
 * alone, so that it is blank without them.
 */
export function tellNotFound(requestId: string | null): void {
  tell(requestId, { status: 404 });
}

/** For a page that failed because the backend is out of reach: Next.js would call that a fault of ours. */
export function tellUnavailable(requestId: string | null): void {
  tell(requestId, { status: 503, retryAfterSeconds: outageRetryInSeconds });
}

function tell(requestId: string | null, what: Told): void {
  // Whoever has gone away by now is told nothing, and nothing is kept for them.
  if (requestId !== null && told.has(requestId)) told.set(requestId, what);
}

/**
 * Gives an answer the status that it was told: 429 and 503 with `Retry-After`, for non-browser clients, and 404. It stands below
 * Next.js, as `setNoStore` does, and comes after `followRequests`, which gives requests their ids.
 */
export function answerToldStatus(): void {
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse;
    const requestId = String(request.headers[requestIdHeader]);
    // The router reads a page's payload, and may have been answered before the page knew. An action has its own answer.
    const isPayload = request.headers.rsc !== undefined || request.headers['next-action'] !== undefined;
    told.set(requestId, null);
    response.writeHead = (status: number, ...head: unknown[]) => {
      const what = told.get(requestId) ?? null;
      if (what === null || (what.status !== 429 && isPayload)) return writeHead(status, ...head);
      if (what.status !== 404) response.setHeader('retry-after', String(what.retryAfterSeconds));
      return writeHead(what.status, ...head);
    };
    response.once('close', () => told.delete(requestId));
  });
}
