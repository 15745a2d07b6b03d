import type { IncomingMessage, ServerResponse } from 'node:http';
import { metricsPath } from '../lib/http/public-paths.ts';
import { expectOutcome, takeOutcome } from '../lib/http/session-outcomes.ts';
import { writeLine } from '../lib/log/log.ts';
import { count, isCounting, observe } from '../lib/metrics/count.ts';
import type { FindRoute } from './next-formats/routes.ts';

/** A request in the log. No field identifies the visitor, or anything more exact than the route. */
type AnsweredRequest = {
  requestId: string;
  method: string;
  /** The folders of `app`, so without IDs and query. */
  route: string;
  status: number;
  /** From the request's first line to the end of the response. */
  milliseconds: number;
  session: string;
};

/** The status that proxies write for a client that left before the complete answer. */
const clientClosedRequest = 499;

/** Counts a request if metrics are on, and with `log` writes a line once it is answered. */
export function recordRequest(
  requestId: string,
  request: IncomingMessage,
  response: ServerResponse,
  { log, findRoute }: { log: boolean; findRoute: FindRoute },
): void {
  if (!log && !isCounting()) return;
  const startedAt = performance.now();
  const pathname = (request.url ?? '').split('?')[0] ?? '';
  expectOutcome(requestId);
  response.once('close', () => {
    const answered: AnsweredRequest = {
      requestId,
      method: request.method ?? '',
      // Unknown paths aren't logged: a visitor can put anything into a path.
      route: findRoute(pathname)?.name ?? 'unknown',
      status: response.writableFinished ? response.statusCode : clientClosedRequest,
      milliseconds: Math.round((performance.now() - startedAt) * 10) / 10,
      session: takeOutcome(requestId),
    };
    if (pathname === metricsPath && answered.status === 200) return;
    countRequest(answered);
    const written = { time: new Date().toISOString(), level: 'info', event: 'request', ...answered } as const;
    if (log) process.stdout.write(`${writeLine(written)}\n`);
  });
}

function countRequest({ route, status, milliseconds, session }: AnsweredRequest): void {
  count('requests', {
    route,
    status: status === clientClosedRequest ? 'gone' : `${Math.floor(status / 100)}xx`,
  });
  observe('requestDuration', { route }, milliseconds / 1000);
  count('sessionChecks', { outcome: session });
}
