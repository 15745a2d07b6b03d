import type { IncomingMessage } from 'node:http';
import { shareInProcess } from '../share-in-process.ts';
import { peerHeader } from './request-headers.ts';

/** Known to this process only, so that no client can forge the header where no server overwrites it. */
const seal = shareInProcess('peer-seal', () => crypto.randomUUID());

/** Writes the connection's address into a header, replacing the client's value: pages can't read the connection. */
export function forwardPeerAddress({ headers, socket }: IncomingMessage): void {
  headers[peerHeader] = `${seal} ${socket.remoteAddress ?? ''}`;
  // Next.js would insert the connection's address, and every request would seem to come from a proxy that omits the header.
  headers['x-forwarded-for'] ??= '';
}

/** @returns the address of the request's connection, or null if this server didn't write it. */
export function readPeer(headers: Pick<Headers, 'get'>): string | null {
  const [given, address, ...more] = headers.get(peerHeader)?.split(' ') ?? [];
  if (given !== seal || !address || more.length > 0) return null;
  // The zone, as in fe80::1%eth0, is this machine's own name for a network interface.
  return address.split('%')[0] ?? null;
}
