import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { StartFailure } from './core/start-failure.ts';
import type { Gateway } from './gateway.ts';

interface HttpPort {
  /** The actual port, also if the requested one was 0. */
  port: number;
  /** Until this is called, every request gets status 503. */
  serve(gateway: Gateway): void;
  close(): Promise<void>;
}

/** On shutdown, open requests may finish within this time. */
const longestAnswerMs = 2000;

/** Longer than clients keep idle connections, so that none is closed just as a client reuses it. */
const keptConnectionMs = 600_000;

/** Binds the port on 127.0.0.1 first, so that a taken one is reported before any work. Throws StartFailure if it is taken. */
export async function openHttpPort(port: number): Promise<HttpPort> {
  let gateway: Gateway = async () =>
    Response.json({ message: 'The local Supabase is starting.' }, { status: 503 });
  const server = createServer(
    { keepAliveTimeout: keptConnectionMs },
    getRequestListener((request, { incoming }) =>
      gateway(request, ('socket' in incoming ? incoming.socket.remoteAddress : undefined) ?? '127.0.0.1'),
    ),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', () =>
      reject(new StartFailure(`Port ${port} is taken. Set LOCAL_SUPABASE_PORT to another one.`)),
    );
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    serve: (next) => {
      gateway = next;
    },
    close: () =>
      new Promise((resolve) => {
        const timeout = setTimeout(() => server.closeAllConnections(), longestAnswerMs);
        server.close(() => {
          clearTimeout(timeout);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}
