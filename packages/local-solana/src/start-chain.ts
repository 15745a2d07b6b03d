import { createServer, type IncomingMessage } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { createCallerCheck } from './allowed-callers.ts';
import { answerHttp, largestMessage } from './answer-http.ts';
import { answerMessage } from './answer-message.ts';
import { createLedger } from './ledger.ts';
import { loadVirtualMachine } from './load-virtual-machine.ts';
import { createRpcMethods } from './rpc-methods.ts';
import type { Settings } from './settings.ts';
import { StartFailure } from './start-failure.ts';
import { createSubscriptions, type Subscriptions } from './subscriptions.ts';

export type Chain = {
  url: string;
  /** Ends every connection and frees the port. The chain's contents are gone. */
  close(): Promise<void>;
};

/** Sockets at once: a browser's pages have one each. */
const mostSockets = 100;

/** Serves HTTP and WebSocket on one port of 127.0.0.1. Throws StartFailure. */
export async function startChain({ port, siteOrigin }: Settings): Promise<Chain> {
  const machine = await loadVirtualMachine();
  const sockets = new Map<WebSocket, Subscriptions>();
  const ledger = createLedger(machine, (done) => {
    for (const subscriptions of sockets.values()) subscriptions.announce(done);
  });
  const methods = createRpcMethods(ledger);

  const server = createServer();
  const usedPort = await listen(server, port);
  const checkCaller = createCallerCheck(usedPort, siteOrigin);
  const http = { checkCaller, answerMessage: (text: string) => answerMessage(methods, text) };
  server.on('request', (request, response) => {
    // Fails only when the caller is gone: then there is nobody to tell.
    answerHttp(http, request, response).catch(() => response.destroy());
  });

  const socketServer = new WebSocketServer({
    server,
    maxPayload: largestMessage,
    verifyClient: ({ req }: { req: IncomingMessage }) =>
      sockets.size < mostSockets && checkCaller(req.headers).isAllowed,
  });
  socketServer.on('connection', (socket) => {
    const subscriptions = createSubscriptions(ledger, (text) => socket.send(text));
    const socketMethods = { ...methods, ...subscriptions.methods };
    sockets.set(socket, subscriptions);
    socket.on('close', () => sockets.delete(socket));
    // A message that is too large or no text ends the connection, which is all there is to say.
    socket.on('error', () => socket.terminate());
    socket.on('message', (message) => {
      const answer = answerMessage(socketMethods, message.toString());
      if (answer !== null) socket.send(answer);
    });
  });

  return {
    url: `http://127.0.0.1:${usedPort}`,
    close: () =>
      new Promise((resolve) => {
        for (const socket of socketServer.clients) socket.terminate();
        socketServer.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', () =>
      reject(new StartFailure(`Port ${port} is taken. Set LOCAL_SOLANA_PORT to another one.`)),
    );
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}
