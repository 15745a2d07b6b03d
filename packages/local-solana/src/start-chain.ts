import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { type CallerCheck, createCallerCheck } from './allowed-callers.ts';
import { answerMessage } from './answer-message.ts';
import { createLedger } from './ledger.ts';
import { createRpcMethods } from './rpc-methods.ts';
import { createSubscriptions } from './subscriptions.ts';

export interface LocalSolana {
  url: string;
  /** Closes every connection and frees the port. The balances are lost. */
  stop(): Promise<void>;
}

/** An expected reason why the chain can't start. Its message is one line that says what to do. */
export class StartFailure extends Error {}

/** Bytes, the limit of Solana's RPC servers. */
const largestMessage = 50 * 1024;

/** Serves HTTP and WebSocket on one port of 127.0.0.1. Throws StartFailure. */
export async function startChain(port: number, siteOrigin: string | null): Promise<LocalSolana> {
  const ledger = createLedger();
  const methods = createRpcMethods(ledger);
  const server = createServer();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening').catch(({ code, message }: NodeJS.ErrnoException) => {
    throw new StartFailure(
      code === 'EADDRINUSE' ? `Port ${port} is taken. Set LOCAL_SOLANA_PORT to another one.` : message,
    );
  });
  const { port: usedPort } = server.address() as AddressInfo;
  const isAllowed = createCallerCheck(usedPort, siteOrigin);
  server.on('request', (request, response) => {
    answerHttp(isAllowed, (text) => answerMessage(methods, text), request, response)
      // Fails only if the client has disconnected.
      .catch(() => response.destroy());
  });

  const sockets = new WebSocketServer({
    server,
    maxPayload: largestMessage,
    verifyClient: ({ req }: { req: IncomingMessage }) => isAllowed(req.headers),
  });
  sockets.on('connection', (socket) => {
    const subscriptions = createSubscriptions(ledger, (text) => socket.send(text));
    const socketMethods = { ...methods, ...subscriptions.methods };
    socket.on('close', subscriptions.end);
    // A too large or non-text message closes the connection.
    socket.on('error', () => socket.terminate());
    socket.on('message', (message) => {
      const answer = answerMessage(socketMethods, message.toString());
      if (answer !== null) socket.send(answer);
    });
  });

  return {
    url: `http://127.0.0.1:${usedPort}`,
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets.clients) socket.terminate();
        sockets.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Answers `POST /` with JSON-RPC, and CORS preflights. */
async function answerHttp(
  isAllowed: CallerCheck,
  answer: (text: string) => string | null,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const end = (status: number, text?: string) => response.writeHead(status).end(text);
  if (!isAllowed(request.headers)) return void end(403, 'Pages of other sites are not served here.');
  const { origin, 'access-control-request-headers': askedHeaders = '' } = request.headers;
  if (origin) response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-allow-headers', askedHeaders);
  response.setHeader('vary', 'origin');
  if (request.method === 'OPTIONS') return void end(204);
  if (request.method !== 'POST') return void end(405, 'Used HTTP Method is not allowed. POST is required');
  let [text, bytes] = ['', 0];
  for await (const chunk of request.setEncoding('utf8')) {
    bytes += Buffer.byteLength(chunk);
    if (bytes <= largestMessage) text += chunk;
  }
  if (bytes > largestMessage) return void end(413, 'Request body is too large.');
  const answered = answer(text);
  response.setHeader('content-type', 'application/json');
  end(answered === null ? 204 : 200, answered ?? undefined);
}
