import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type DescribeRoute, readRoutes } from './describe-route.ts';
import { requestIdHeader } from './request-headers.ts';
import { expectOutcome, takeOutcome } from './session-outcomes.ts';

/** Files of the build: nobody asks what became of those. */
const filePaths = /^\/(_next\/static\/|favicon\.ico$|icon\.svg$)/;

/**
 * Gives every request to this process an id, whatever id its sender gave it: on the request, for whoever reports a
 * failure, and on the answer. Node tells of requests before Next.js sees them.
 * @param log whether to write a line about each when it has been answered. See `RequestLine`.
 */
export function followRequests({ log }: { log: boolean }): void {
  const describeRoute = log ? readRoutes() : null;
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    const pathname = (request.url ?? '').split('?')[0] ?? '';
    if (filePaths.test(pathname)) return;
    const requestId = crypto.randomUUID();
    request.headers[requestIdHeader] = requestId;
    response.setHeader(requestIdHeader, requestId);
    if (describeRoute) writeWhenAnswered({ requestId, pathname, request, response, describeRoute });
  });
}

/** A request in the log. Nothing in it tells who asked, or for what but the kind of page. */
type RequestLine = {
  time: string;
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

function writeWhenAnswered({
  requestId,
  pathname,
  request,
  response,
  describeRoute,
}: {
  requestId: string;
  pathname: string;
  request: IncomingMessage;
  response: ServerResponse;
  describeRoute: DescribeRoute;
}): void {
  const startedAt = performance.now();
  expectOutcome(requestId);
  response.once('close', () => {
    const line: RequestLine = {
      time: new Date().toISOString(),
      requestId,
      method: request.method ?? '',
      route: describeRoute(pathname),
      status: response.writableFinished ? response.statusCode : clientClosedRequest,
      milliseconds: Math.round((performance.now() - startedAt) * 10) / 10,
      session: takeOutcome(requestId),
    };
    console.log(JSON.stringify(line));
  });
}
