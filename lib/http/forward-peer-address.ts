import type { IncomingMessage } from 'node:http';
import { shareInProcess } from '../share-in-process.ts';
import { peerHeader } from './request-headers.ts';

/**
 * Only this process knows it. On a platform that brings its own server nobody writes the header, so a client's is not
 * believed.
 */
const seal = shareInProcess('peer-seal', () => crypto.randomUUID());

/** Writes the connection's address onto the request, over what its sender wrote there: pages see headers only. */
export function forwardPeerAddress({ headers, socket }: IncomingMessage): void {
  headers[peerHeader] = `${seal} ${socket.remoteAddress ?? ''}`;
  // Next.js would fill this one in with that address. Where a proxy forgot to write it, everyone would be taken for the proxy.
  headers['x-forwarded-for'] ??= '';
}

/** @returns the address that the request's connection comes from, or null when nobody wrote it there. */
export function readPeer(headers: Pick<Headers, 'get'>): string | null {
  const [given, address, ...more] = headers.get(peerHeader)?.split(' ') ?? [];
  if (given !== seal || !address || more.length > 0) return null;
  // The zone of a neighbour on the same wire, as in fe80::1%eth0, is this machine's own name for the wire.
  return address.split('%')[0] ?? null;
}
