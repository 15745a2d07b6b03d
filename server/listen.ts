import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:net';

const otherLoopbacks: Record<string, string> = { '127.0.0.1': '::1', '::1': '127.0.0.1' };

/**
 * Listens, on both addresses of `localhost` where it is told to listen on one of them: a browser that tries the other one first
 * would be refused.
 * @param host every address of the machine if undefined.
 * @throws what Node says where the port or the address can't be listened on.
 */
export async function listen(server: Server, port: number, host: string | undefined): Promise<void> {
  server.listen(port, host);
  await once(server, 'listening');
  const at = server.address();
  const otherLoopback = typeof at === 'object' && at ? otherLoopbacks[at.address] : undefined;
  if (typeof at !== 'object' || !at || !otherLoopback) return;
  const twin = createServer((socket) => server.emit('connection', socket));
  // The server alone keeps the process alive.
  twin.listen(at.port, otherLoopback).unref();
  server.once('close', () => twin.close());
  // A machine without one of them, or something else there: the address that was asked for answers all the same.
  await once(twin, 'listening').catch(() => twin.close());
}
