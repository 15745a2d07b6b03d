import type { IncomingMessage } from 'node:http';
import { shareInProcess } from '../share-in-process.ts';
import { peerHeader } from './request-headers.ts';

/**
 * Known to this process alone. On a platform with its own server nobody writes the header, so a client's isn't
 * believed.
 */
const seal = shareInProcess('peer-seal', () => crypto.randomUUID());

/** Writes the connection's address onto the request, over what its sender wrote there: pages see headers only. */
export function forwardPeerAddress({ headers, socket }: IncomingMessage): void {
  headers[peerHeader] = `${seal} ${socket.remoteAddress ?? ''}`;
  // Next.js would fill this in with the connection's address, and everyone would look like a proxy that forgot to write
  // it.
  headers['x-forwarded-for'] ??= '';
}

/** @returns the address that the request's connection comes from, or null when nobody wrote it there. */
export function readPeer(headers: Pick<Headers, 'get'>): string | null {
  const [given, address, ...more] = headers.get(peerHeader)?.split(' ') ?? [];
  if (given !== seal || !address || more.length > 0) return null;
  // The zone of a neighbour on the same wire, as in fe80::1%eth0, is this machine's own name for the wire.
  return address.split('%')[0] ?? null;
}
