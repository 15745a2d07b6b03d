import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:net';

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
