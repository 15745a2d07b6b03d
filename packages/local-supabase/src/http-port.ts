import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { StartFailure } from './core/start-failure.ts';
import type { Gateway } from './gateway.ts';

interface HttpPort {
  /** The one that was taken, when any would do. */
  port: number;
  /** Until this is called every request is told to wait. */
  serve(gateway: Gateway): void;
  close(): Promise<void>;
}

/** A request that runs when the process is told to end may take this long. */
const longestAnswerMs = 2000;

/** Longer than any client keeps a connection: one that a busy client is about to use again is not closed. */
const keptConnectionMs = 600_000;

/** Takes the port on 127.0.0.1 at once, so that a taken one is known before any work. Throws StartFailure then. */
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
        const impatience = setTimeout(() => server.closeAllConnections(), longestAnswerMs);
        server.close(() => {
          clearTimeout(impatience);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}
