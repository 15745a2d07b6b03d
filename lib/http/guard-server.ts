import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '../errors.ts';
import { logError } from '../log/log.ts';
import { runInRequest } from '../log/request-context.ts';
import { adoptOutdatedForm } from './adopt-outdated-form.ts';
import { answerRefusal } from './answer-refusal.ts';
import { isFilePath, isReadablePath, largestBodyInBytes, refuseRequest } from './check-csrf.ts';
import { onEachServer } from './each-server.ts';
import { isMachinePath } from './oauth-paths.ts';
import { discardBody, mostDiscardedInBytes, receiveBody } from './receive-body.ts';
import { refuseBody } from './refuse-body.ts';
import { requestIdHeader } from './request-headers.ts';
import type { FindRoute } from './routes.ts';

/** What a file and a page are asked with, and what the addresses of the interface know or refuse themselves. */
const fileMethods = ['GET', 'HEAD'];
const pageMethods = [...fileMethods, 'POST'];
const dataMethods = [...pageMethods, 'OPTIONS', 'PUT', 'PATCH', 'DELETE'];

/** Tells Next's client that the server has no such action, so that the page can say so instead of failing. */
const actionNotFound = { 'x-nextjs-action-not-found': '1' };

type GuardOptions = {
  siteUrl: string;
  findRoute: FindRoute;
  /** Next's development server talks to its pages over a WebSocket; a finished build has none. */
  upgrades?: boolean;
  /** What a test makes smaller. */
  limits?: Partial<typeof serverLimits>;
};

export const serverLimits = {
  largestBodyInBytes,
  /** Without a byte, before headers or a body are complete. Node looks at headers twice a minute. */
  silenceInMilliseconds: 10_000,
  /**
   * One that stalls holds 100 kB at the very worst: headers of 16 kB, a body of 32 kB, and what Node keeps for a connection. One that
   * doesn't read what it asked for holds that too, a page of up to 100 kB each. So these are 100 MB, and half a gigabyte, and far
   * more than a proxy opens, which shares a few dozen among all visitors.
   */
  mostConnections: 1000,
  /** Sent one behind the other without waiting for an answer, which no browser does. Each may be a page to render. */
  mostRequestsAtOnce: 4,
  /** Without a byte in either direction. No answer of ours takes a quarter of it; one that nobody reads would wait for ever. */
  idleInMilliseconds: 120_000,
};

/** Guards every HTTP server of this process. */
export function guardServers(options: GuardOptions): void {
  onEachServer((server) => guardServer(server, options));
}

/**
 * Stands between a server and whoever answers its requests: those get a request when all of it is here and is something
 * they can read. Everything before that costs one connection and at most one small body.
 */
export function guardServer(server: Server, options: GuardOptions): void {
  const limits = { ...serverLimits, ...options.limits };
  const makeRoom = keepRoom(limits.mostConnections);
  server.on('connection', makeRoom.come);
  server.timeout = limits.idleInMilliseconds;
  server.headersTimeout = limits.silenceInMilliseconds;
  // Next.js leaves connections open that ask for something else than HTTP, and nothing ends those.
  if (!options.upgrades) server.removeAllListeners('upgrade');

  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => admit(request, response));
  server.on('checkContinue', (request, response) => admit(request, response, { asks: true }));
  const countAtOnce = countRequests();
  const takeTurn = makeTurns();

  function admit(request: IncomingMessage, response: ServerResponse, { asks = false } = {}): void {
    if (request.socket.destroyed) return;
    // Next.js listens more than ten times for the end of an answer that leads to another page, which Node warns of as of a
    // leak. All of them go with the answer.
    response.setMaxListeners(0);
    if (countAtOnce(request, response) > limits.mostRequestsAtOnce) {
      request.socket.destroy();
      return;
    }
    const refused = refuseUnread(request, limits.largestBodyInBytes);
    if (refused) {
      // One that waits to be asked for its body would otherwise send its next request in the place of it.
      const ends = asks || Number(request.headers['content-length'] ?? 0) > mostDiscardedInBytes;
      discardBody(request, limits.silenceInMilliseconds);
      answerRefusal(request, response, refused.code, {
        ...refused.headers,
        ...(ends && { connection: 'close' }),
      });
      return;
    }
    if (asks) response.writeContinue();
    receiveBody(
      request,
      { largestInBytes: limits.largestBodyInBytes, silenceInMilliseconds: limits.silenceInMilliseconds },
      (outcome, body) => {
        if (outcome === 'too-slow')
          return answerRefusal(request, response, 'request.too_slow', { connection: 'close' });
        if (outcome === 'too-large') return answerRefusal(request, response, 'request.too_large');
        const malformed = refuseRead(request, body, options);
        if (malformed === 'request.outdated' && request.headers['next-action'] === undefined) {
          adoptOutdatedForm(request, response, body).catch((thrown: unknown) => {
            logError('request.failed', 'A form of another build could not be given back:', thrown);
            if (!response.headersSent) answerRefusal(request, response, 'request.outdated');
          });
          return;
        }
        if (malformed)
          return answerRefusal(
            request,
            response,
            malformed,
            malformed === 'request.outdated' ? actionNotFound : {},
          );
        makeRoom.ask(request.socket, response);
        runInRequest(idOf(request), () =>
          takeTurn(() => {
            if (request.socket.destroyed) return;
            for (const listener of listeners) listener.call(server, request, response);
          }),
        );
      },
    );
  }
}

/**
 * Keeps the number of connections below a limit: for each above it the one gives way that has gone on longest without a whole
 * request, whether it rests, stalls or never said a word, and the newcomer itself where all others wait for an answer. So who opens
 * connections and sends nothing shuts out nobody who asks for something.
 *
 * All of it happens as a connection arrives, since thousands may arrive before anything else runs. Node's own limit
 * (`maxConnections`) would turn away the newcomer.
 */
function keepRoom(mostConnections: number) {
  const standing = new Set<Socket>();
  /** In the order in which they began to wait for a request. */
  const withoutRequest = new Set<Socket>();
  // Weak: Node may tell of the end of an answer after that of its connection.
  const unanswered = new WeakMap<Socket, number>();
  const leave = (socket: Socket) => {
    standing.delete(socket);
    withoutRequest.delete(socket);
  };
  const end = (socket: Socket) => {
    leave(socket);
    socket.destroy();
  };
  const come = (socket: Socket) => {
    standing.add(socket);
    withoutRequest.add(socket);
    socket.once('close', () => leave(socket));
    const [oldest] = withoutRequest;
    if (standing.size > mostConnections && oldest) end(oldest);
  };
  return {
    come,
    ask: (socket: Socket, response: ServerResponse) => {
      // It came before the guard did.
      if (!standing.has(socket)) come(socket);
      withoutRequest.delete(socket);
      unanswered.set(socket, (unanswered.get(socket) ?? 0) + 1);
      response.once('close', () => {
        const left = (unanswered.get(socket) ?? 0) - 1;
        unanswered.set(socket, left);
        if (left === 0 && standing.has(socket)) withoutRequest.add(socket);
      });
    },
  };
}

/**
 * One piece of work for each turn of the event loop, so that whatever arrives meanwhile is taken in, and known to have come, before
 * the next. Requests of a burst would otherwise seem to come one by one, each as late as the work of all before it took.
 */
function makeTurns(): (work: () => void) => void {
  const waiting: (() => void)[] = [];
  const next = () => {
    const work = waiting.shift();
    if (waiting.length > 0) setImmediate(next);
    work?.();
  };
  return (work) => {
    // As the request that it belongs to, whoever's turn began the next.
    waiting.push(AsyncResource.bind(work));
    if (waiting.length === 1) setImmediate(next);
  };
}

/** @returns for each request how many of its connection are unanswered, with it. */
function countRequests() {
  const unanswered = new WeakMap<Socket, number>();
  const add = (socket: Socket, count: number): number => {
    const sum = (unanswered.get(socket) ?? 0) + count;
    unanswered.set(socket, sum);
    return sum;
  };
  return ({ socket }: IncomingMessage, response: ServerResponse): number => {
    response.once('close', () => add(socket, -1));
    return add(socket, 1);
  };
}

function refuseUnread(
  { url = '', method = '', headers }: IncomingMessage,
  largestInBytes: number,
): { code: ErrorCode; headers?: Record<string, string> } | null {
  const isData = url.startsWith('/api/') || isMachinePath(pathOf(url));
  const methods = isFilePath(pathOf(url)) ? fileMethods : isData ? dataMethods : pageMethods;
  if (!methods.includes(method)) {
    const code = isData ? 'api.method_not_allowed' : 'request.method_not_allowed';
    return { code, headers: { allow: methods.join(', ') } };
  }
  // An address of another site is for proxies, and this is none.
  if (!url.startsWith('/')) return { code: 'request.malformed' };
  if (!isReadablePath(pathOf(url))) return { code: 'request.not_found' };
  if (Number(headers['content-length'] ?? 0) > largestInBytes) return { code: 'request.too_large' };
  return null;
}

function refuseRead(
  { url = '', method = '', headers }: IncomingMessage,
  body: Buffer,
  { siteUrl, findRoute }: GuardOptions,
): ErrorCode | null {
  const { origin, 'content-type': contentType = '', 'content-length': length, ...others } = headers;
  const named = others['next-action'];
  const actionId = Array.isArray(named) ? named.join() : named;
  const facts = new Headers({ 'content-type': contentType });
  if (origin !== undefined) facts.set('origin', origin);
  if (length !== undefined) facts.set('content-length', length);
  if (actionId !== undefined) facts.set('next-action', actionId);
  const pathname = pathOf(url);
  const refused = refuseRequest({ method, pathname, headers: facts, siteUrl });
  if (refused || method !== 'POST') return refused;
  return refuseBody({ contentType, actionId, body, route: findRoute(pathname) });
}

function idOf({ headers }: IncomingMessage): string | undefined {
  const id = headers[requestIdHeader];
  return typeof id === 'string' ? id : undefined;
}

function pathOf(url: string): string {
  return url.split('?')[0] ?? '';
}
