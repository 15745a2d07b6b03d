import { subscribe } from 'node:diagnostics_channel';
import { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Tells once of every HTTP server of this process, as soon as somebody connects to it. Next.js makes its server by itself, and takes
 * connections before anything of ours runs: of a server that has one already it tells with the next request there, before that
 * is answered.
 */
export function onEachServer(tell: (server: Server) => void): void {
  const told = new WeakSet<Server>();
  const see = (server: unknown) => {
    if (!(server instanceof Server) || told.has(server)) return;
    told.add(server);
    tell(server);
  };
  subscribe('net.server.socket', (message) => {
    see((message as { socket: Socket & { server?: unknown } }).socket.server);
  });
  subscribe('http.server.request.start', (message) => see((message as { server: unknown }).server));
}
