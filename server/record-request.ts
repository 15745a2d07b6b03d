import type { IncomingMessage, ServerResponse } from 'node:http';
import { metricsPath } from '../lib/http/public-paths.ts';
import { expectOutcome, takeOutcome } from '../lib/http/session-outcomes.ts';
import { writeLine } from '../lib/log/log-line.ts';
import { count, isCounting, observe } from '../lib/metrics/count.ts';
import type { FindRoute } from './next-formats/routes.ts';

/** A request in the log. No field reveals who asked, or for more than the kind of page. */
type AnsweredRequest = {
  requestId: string;
  method: string;
  /** Named by the folders of `app`, so without ids and query. */
  route: string;
  status: number;
  /** From its first line to the end of the answer. */
  milliseconds: number;
  /** The session check's outcome; see `SessionOutcome`. */
  session: string;
};

/** The status that proxies write for a client that left before the complete answer. */
const clientClosedRequest = 499;

/** Counts a request where someone reads that, and with `log` writes a line once it has been answered. */
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
      // Unknown paths are not logged, because a visitor may put anything into an address.
      route: findRoute(pathname)?.name ?? 'unknown',
      status: response.writableFinished ? response.statusCode : clientClosedRequest,
      milliseconds: Math.round((performance.now() - startedAt) * 10) / 10,
      session: takeOutcome(requestId),
    };
    if (pathname === metricsPath && answered.status === 200) return;
    countRequest(answered);
    if (log) writeRequest(answered);
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
