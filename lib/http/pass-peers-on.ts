import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { shareInProcess } from '../share-in-process.ts';
import { peerHeader } from './request-headers.ts';

/** Only this process knows it: a request that came before anybody wrote its header here has forged it in vain. */
const seal = shareInProcess('peer-seal', () => crypto.randomUUID());

/**
 * Writes on every request, on every path, the address that its connection comes from, over whatever its sender wrote
 * there. Pages and actions see headers and no connection, and Node tells of requests before Next.js sees them.
 */
export function passPeersOn(): void {
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage };
    request.headers[peerHeader] = `${seal} ${request.socket.remoteAddress ?? ''}`;
    // Next.js would fill this one in with that address. Where a proxy forgot to write it, everybody would be taken for the proxy.
    request.headers['x-forwarded-for'] ??= '';
  });
}

/** @returns the address that the request's connection comes from, or null when nobody wrote it there. */
export function readPeer(headers: Pick<Headers, 'get'>): string | null {
  const [given, address, ...more] = headers.get(peerHeader)?.split(' ') ?? [];
  if (given !== seal || !address || more.length > 0) return null;
  // The zone of a neighbour on the same wire, as in fe80::1%eth0, is this machine's own name for the wire.
  return address.split('%')[0] ?? null;
}
