import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { shareInProcess } from '../share-in-process.ts';
import { requestIdHeader } from './request-headers.ts';

/** Of the requests under way, by their id: an action knows how long to wait, and can't set a status or a header. */
const waits = shareInProcess('told-waits', () => new Map<string, number | null>());

/** @param seconds until the same may be tried again. */
export function tellRetryAfter(requestId: string | null, seconds: number): void {
  // Whoever has gone away by now is told nothing, and nothing is kept for them.
  if (requestId !== null && waits.has(requestId)) waits.set(requestId, seconds);
}

/**
 * Gives the answer to a request that was told to wait status 429 and `Retry-After`, for non-browser clients. It
 * stands below Next.js, as `setNoStore` does, and comes after `followRequests`, which gives requests their ids.
 */
export function answerRetryAfter(): void {
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse;
    const requestId = String(request.headers[requestIdHeader]);
    waits.set(requestId, null);
    response.writeHead = (status: number, ...head: unknown[]) => {
      const seconds = waits.get(requestId) ?? null;
      if (seconds === null) return writeHead(status, ...head);
      response.setHeader('retry-after', String(seconds));
      return writeHead(429, ...head);
    };
    response.once('close', () => waits.delete(requestId));
  });
}
