import { AsyncResource } from 'node:async_hooks';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { largestBodyInBytes } from '../lib/http/body-limit.ts';
import { forwardPeerAddress } from '../lib/http/client-address.ts';
import { requestIdHeader } from '../lib/http/request-headers.ts';
import { wantedStatuses } from '../lib/http/response-status.ts';
import { shutdown } from '../lib/http/shutdown.ts';
import { encryptedOnly, standardHeaders } from '../lib/http/standard-headers.ts';
import { logError, runInRequest } from '../lib/log/log.ts';
import { type IsOwnHost, pathOf, refuseHead, refuseWhole } from './check-request.ts';
import { countUnanswered, limitConnections } from './limit-connections.ts';
import type { FindRoute } from './next-formats/routes.ts';
import { discardBody, mostDiscardedInBytes, receiveBody } from './receive-body.ts';
import { recordRequest } from './record-request.ts';
import { answerOutdatedForm, answerRefusal, SiteResponse } from './site-response.ts';

/** Requests for these static files aren't logged. */
const filePaths = /^\/((_next\/static|fonts)\/|(style|brand)\/[^/]+$|favicon\.ico$|icon\.svg$)/;

/** Tells Next.js's client that the server lacks this action, so that the page can say so instead of failing. */
const actionNotFound = { 'x-nextjs-action-not-found': '1' };

export const serverLimits = {
  largestBodyInBytes,
  /** The longest silence before headers or a body are complete. Node checks headers every 30 seconds. */
  silenceInMilliseconds: 10_000,
  /** A stalled connection costs at most 100 kB, and as much for an unread page: 1,000 stay below 200 MB. A proxy opens a few dozen. */
  mostConnections: 1000,
  /** Pipelined requests on one connection, which browsers don't send. Each may render a page. */
  mostRequestsAtOnce: 4,
  /** Silence in both directions. Responses of the site take less than a quarter of it; an unread one would wait forever. */
  idleInMilliseconds: 120_000,
  /** Longer than load balancers' usual 60 seconds, so that their requests never meet a connection that is being closed. */
  keepAliveInMilliseconds: 65_000,
};

type SiteServerOptions = {
  siteUrl: string;
  findRoute: FindRoute;
  /** Set with the local backend and in development, which serve this machine only. Otherwise the proxy decides which hosts reach it. */
  isOwnHost?: IsOwnHost;
  /** Whether the build lacks a file below `/_next/static/` or `/fonts/`. Always false in development, where files are made on request. */
  isMissingFile?: (pathname: string) => boolean;
  log?: boolean;
  /** Answers the requests that pass all checks: Next.js. */
  handle: (request: IncomingMessage, response: ServerResponse) => unknown;
  limits?: Partial<typeof serverLimits>;
  nodeOptions?: ServerOptions;
};

/** Each request passes `answer` from top to bottom. Until it is complete and well-formed, it costs one connection and one small body. */
export function createSiteServer({ handle, log = false, ...options }: SiteServerOptions): Server {
  const { siteUrl, findRoute, isOwnHost = () => true, isMissingFile = () => false } = options;
  const limits = { ...serverLimits, ...options.limits };
  const headers = Object.entries({ ...standardHeaders, ...(siteUrl.startsWith('https:') && encryptedOnly) });
  const server = createServer({ ...options.nodeOptions, ServerResponse: SiteResponse });
  server.keepAliveTimeout = limits.keepAliveInMilliseconds;
  server.headersTimeout = limits.silenceInMilliseconds;
  server.timeout = limits.idleInMilliseconds;
  const connections = limitConnections(server, limits.mostConnections);
  const unanswered = countUnanswered();
  const takeTurn = takeTurns();
  server.on('request', (request, response) => answer(request, response, false));
  server.on('checkContinue', (request, response) => answer(request, response, true));
  return server;

  /** @param expectsContinue whether the client sent `Expect: 100-continue` and waits before sending its body. */
  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    expectsContinue: boolean,
  ): Promise<void> {
    // Connection, before anything is stored about a request that won't be answered.
    if (request.socket.destroyed) return;
    if (unanswered.add(request.socket, response) > limits.mostRequestsAtOnce) {
      request.socket.destroy();
      return;
    }
    closeWithConnection(request, response);

    // Headers of the response, and of the request as pages read it.
    for (const [name, value] of headers) response.setHeader(name, value);
    if (shutdown.hasBegun) response.setHeader('connection', 'close');
    forwardPeerAddress(request);
    removeMisreadHeaders(request.headers);
    // Next.js adds more than ten listeners for a redirect by an action, which Node reports as a leak. They end with the response.
    response.setMaxListeners(0);
    // Node counts a connection as idle only after this event; otherwise closing the server would wait for it for a minute.
    response.once('finish', () => {
      if (!server.listening) setImmediate(() => server.closeIdleConnections());
    });

    // Log and metrics.
    const pathname = pathOf(request.url ?? '');
    const isFile = filePaths.test(pathname) && !isMissingFile(pathname);
    const requestId = isFile ? undefined : assignRequestId(request, response);
    if (requestId !== undefined) recordRequest(requestId, request, response, { log, findRoute });

    // Host, method, path, router state and announced length.
    const { largestBodyInBytes } = limits;
    const refused = refuseHead(request, { largestBodyInBytes, isOwnHost, isMissingFile });
    if (refused) {
      // Closes: after a refusal, a client that sent `Expect` may skip the body, and its next request would be read as that body.
      const ends = expectsContinue || Number(request.headers['content-length'] ?? 0) > mostDiscardedInBytes;
      discardBody(request, limits.silenceInMilliseconds);
      answerRefusal(request, response, refused.code, {
        ...refused.headers,
        ...(ends && { connection: 'close' }),
      });
      return;
    }

    // Body.
    if (expectsContinue) response.writeContinue();
    const { outcome, body } = await receiveBody(request, {
      largestInBytes: limits.largestBodyInBytes,
      silenceInMilliseconds: limits.silenceInMilliseconds,
    });
    if (outcome === 'too-slow')
      return answerRefusal(request, response, 'request.too_slow', { connection: 'close' });
    if (outcome === 'too-large') return answerRefusal(request, response, 'request.too_large');
    const malformed = refuseWhole(request, body, options);
    if (malformed === 'request.outdated') {
      const isAction = request.headers['next-action'] !== undefined;
      return isAction
        ? answerRefusal(request, response, malformed, actionNotFound)
        : answerOutdatedForm(request, response, body);
    }
    if (malformed) return answerRefusal(request, response, malformed);

    // Next.js.
    connections.keepUntilAnswered(request, response);
    runInRequest(requestId, () =>
      takeTurn(async () => {
        if (request.socket.destroyed) return;
        try {
          await handle(request, response);
        } catch (thrown) {
          logError('request.failed', `Request ${requestId} failed in Next.js:`, thrown);
          if (!response.headersSent) answerRefusal(request, response, 'request.unexpected');
          else response.destroy();
        }
      }),
    );
  }
}

/** Removes headers that Next.js would misread. */
function removeMisreadHeaders(headers: IncomingHttpHeaders): void {
  // Next.js would use it to call itself, at a port without TLS.
  delete headers['x-forwarded-proto'];
  // This server ignores it. When an action redirects, Next.js would pass it to a `fetch` that fails.
  delete headers.upgrade;
  // Other values are for a Next.js cache that this site doesn't use. Next.js would try them, and log an error for each read of the clock.
  if (headers['next-router-prefetch'] !== undefined) headers['next-router-prefetch'] = '1';
}

/** Gives a request an ID, ignoring the client's: on the request, for error reports, and on the response. */
function assignRequestId(request: IncomingMessage, response: ServerResponse): string {
  const requestId = crypto.randomUUID();
  request.headers[requestIdHeader] = requestId;
  response.setHeader(requestIdHeader, requestId);
  wantedStatuses.set(requestId, null);
  response.once('close', () => wantedStatuses.delete(requestId));
  return requestId;
}

/** Closes a response queued behind another when their connection ends, which Node 22 doesn't report, so that its state doesn't leak. */
function closeWithConnection({ socket }: IncomingMessage, response: ServerResponse): void {
  if (response.socket) return;
  const close = () =>
    setImmediate(() => {
      if (!response.closed) response.destroy().emit('close');
    });
  socket.once('close', close);
  response.once('close', () => socket.off('close', close));
}

/** Runs one piece of work per turn of the event loop: else each request of a burst would seem to arrive after all earlier ones' work. */
function takeTurns(): (work: () => void) => void {
  const waiting: (() => void)[] = [];
  const next = () => {
    const work = waiting.shift();
    if (waiting.length > 0) setImmediate(next);
    work?.();
  };
  return (work) => {
    // Runs in its own request's async context, whichever request scheduled the turn.
    const context = new AsyncResource('Turn');
    waiting.push(() => context.runInAsyncScope(work));
    if (waiting.length === 1) setImmediate(next);
  };
}
