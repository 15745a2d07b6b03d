import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:net';
import { shutdown } from '../lib/http/shutdown.ts';

const otherLoopbacks: Record<string, string> = { '127.0.0.1': '::1', '::1': '127.0.0.1' };

/** For `127.0.0.1` or `::1`, also listens on the other address of `localhost`, which a browser may try first. Throws Node's error. */
export async function listen(server: Server, port: number, host: string | undefined): Promise<void> {
  server.listen(port, host);
  await once(server, 'listening');
  const at = server.address();
  const otherLoopback = typeof at === 'object' && at ? otherLoopbacks[at.address] : undefined;
  if (typeof at !== 'object' || !at || !otherLoopback) return;
  const twin = createServer((socket) => server.emit('connection', socket));
  // Only the main server keeps the process alive.
  twin.listen(at.port, otherLoopback).unref();
  server.once('close', () => twin.close());
  // The other address is optional: the machine may lack it, or its port may be taken.
  await once(twin, 'listening').catch(() => twin.close());
}

/** `LISTEN_HOST`, or `localhost` with the local backend, or all addresses. By another loopback name, Next.js takes rewrites as foreign. */
export function chooseHost(
  variables: Record<string, string | undefined>,
  isEmbedded: boolean,
): string | undefined {
  const host = variables.LISTEN_HOST?.trim() || (isEmbedded ? 'localhost' : undefined);
  return host && /^(127(\.\d+){3}|::1)$/.test(host) ? 'localhost' : host;
}

/**
 * After SIGTERM, serves on for the delay, so that load balancers notice by `/api/health` and closing connections, then answers open
 * requests and exits. SIGINT and a second SIGTERM skip the delay; without one, a request may arrive on a closing connection.
 */
export function endGracefully(
  server: Server,
  {
    delayInMilliseconds,
    close,
    process: own = process,
  }: {
    delayInMilliseconds: number;
    close: () => Promise<void>;
    process?: Pick<NodeJS.Process, 'on' | 'exit'>;
  },
): void {
  let isClosing = false;
  const end = (code: number) => {
    if (isClosing) return;
    isClosing = true;
    server.close(async () => {
      await close();
      own.exit(code);
    });
  };
  own.on('SIGINT', () => end(130));
  own.on('SIGTERM', () => {
    if (shutdown.hasBegun || delayInMilliseconds === 0) end(143);
    else setTimeout(end, delayInMilliseconds, 143).unref();
    shutdown.hasBegun = true;
  });
}
