import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { writeLine } from '../log/log-line.ts';
import { count, isCounting, observe } from '../metrics/count.ts';
import { requestIdHeader } from './request-headers.ts';
import type { FindRoute } from './routes.ts';
import { expectOutcome, takeOutcome } from './session-outcomes.ts';

/** Files of the build: nobody asks what became of those. */
const filePaths = /^\/(_next\/static\/|favicon\.ico$|icon\.svg$)/;

/** Who reads it asks four times a minute and more, and is no visitor. */
export const metricsPath = '/api/metrics';

/**
 * Gives every request to this process an id, whatever id its sender gave it: on the request, for whoever reports a
 * failure, and on the answer. Node tells of requests before Next.js sees them. Counts each where somebody reads that.
 * @param log whether to write a line about each when it has been answered. See `AnsweredRequest`.
 */
export function followRequests({ log, findRoute }: { log: boolean; findRoute: FindRoute }): void {
  const isFollowed = log || isCounting();
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    const pathname = (request.url ?? '').split('?')[0] ?? '';
    if (filePaths.test(pathname)) return;
    const requestId = crypto.randomUUID();
    request.headers[requestIdHeader] = requestId;
    response.setHeader(requestIdHeader, requestId);
    if (!isFollowed) return;
    followAnswer({ requestId, pathname, request, response, findRoute }, (answered) => {
      if (pathname === metricsPath && answered.status === 200) return;
      countRequest(answered);
      if (log) writeRequest(answered);
    });
  });
}

/** A request as the log tells it. Nothing in it tells who asked, or for what but the kind of page. */
type AnsweredRequest = {
  requestId: string;
  method: string;
  /** As the folders of `app` name it, so without ids, and without a query. */
  route: string;
  status: number;
  /** From its first line to the end of the answer. */
  milliseconds: number;
  /** What the session check did; see `SessionOutcome`. */
  session: string;
};

/** What proxies write for somebody who went away before the answer was complete. */
const clientClosedRequest = 499;

function followAnswer(
  {
    requestId,
    pathname,
    request,
    response,
    findRoute,
  }: {
    requestId: string;
    pathname: string;
    request: IncomingMessage;
    response: ServerResponse;
    findRoute: FindRoute;
  },
  tell: (answered: AnsweredRequest) => void,
): void {
  const startedAt = performance.now();
  expectOutcome(requestId);
  response.once('close', () => {
    tell({
      requestId,
      method: request.method ?? '',
      // Of a path that is none nothing is said: a visitor may put anything into an address.
      route: findRoute(pathname)?.name ?? 'unknown',
      status: response.writableFinished ? response.statusCode : clientClosedRequest,
      milliseconds: Math.round((performance.now() - startedAt) * 10) / 10,
      session: takeOutcome(requestId),
    });
  });
}

function writeRequest({ requestId, ...answered }: AnsweredRequest): void {
  const time = new Date().toISOString();
  process.stdout.write(`${writeLine({ time, level: 'info', event: 'request', requestId, ...answered })}\n`);
}

function countRequest({ route, status, milliseconds, session }: AnsweredRequest): void {
  count('requests', {
    route,
    status: status === clientClosedRequest ? 'gone' : `${Math.floor(status / 100)}xx`,
  });
  observe('requestDuration', { route }, milliseconds / 1000);
  count('sessionChecks', { outcome: session });
}
