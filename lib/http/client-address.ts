import { isIP } from 'node:net';
import { environment } from '../env.ts';
import { readPeer } from './forward-peer-address.ts';

/**
 * The network address of a request's sender, or null if it isn't certain. Anyone can send any header, so it is read
 * only from the proxy's header (`TRUSTED_PROXY_HEADER`), at the place that the outermost trusted proxy wrote
 * (`TRUSTED_PROXY_HOPS`, from the right). With `none`, the connection decides and no header counts.
 */
export function readClientAddress(headers: Pick<Headers, 'get'>): string | null {
  const { trustedProxy } = environment();
  if (trustedProxy === null) return null;
  if (trustedProxy === 'none') return pickAddress(readPeer(headers), 1);
  return pickAddress(headers.get(trustedProxy.header), trustedProxy.hops);
}

/** Whether a request by the site's name lacks the proxy's header. A request by another name comes past the proxy. */
export function isAddressMissing(headers: Pick<Headers, 'get'>): boolean {
  const { trustedProxy, siteHost } = environment();
  const isNamedByProxy = trustedProxy !== null && trustedProxy !== 'none';
  return isNamedByProxy && headers.get('host') === siteHost && readClientAddress(headers) === null;
}

/**
 * Headers that make Auth's own limits count the person and not this server, with the secret key. Empty if the address
 * is unknown; the project must allow them. A second factor's challenge and code must come from one address: send them
 * with both or neither.
 */
export function forwardingHeaders(headers: Pick<Headers, 'get'>): Record<string, string> {
  const address = readClientAddress(headers);
  return address === null ? {} : { 'sb-forwarded-for': address };
}

/** The entry of the list that the outermost trusted proxy added, if it is an address and nothing else. */
export function pickAddress(list: string | null, hops: number): string | null {
  const entry = list?.split(',').at(-hops)?.trim() ?? '';
  if (isIP(entry) === 4) return entry;
  // A zone, as in fe80::1%eth0, means something on one machine only.
  if (isIP(entry) !== 6 || entry.includes('%')) return null;
  const written = new URL(`http://[${entry}]/`).hostname.slice(1, -1);
  return readMappedAddress(written) ?? written;
}

/**
 * Whom one address stands for: IPv4 as it is, IPv6 by its first 64 bits, since anyone who has one address there has all
 * of that network (RFC 6177).
 * @param address as `pickAddress` gives it.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros = 8 - before.length - after.length;
  return `${[...before, ...Array<string>(zeros).fill('0'), ...after].slice(0, 4).join(':')}::/64`;
}

/** `::ffff:c000:201`, how IPv6 writes 192.0.2.1, as IPv4: they are one person. */
function readMappedAddress(address: string): string | null {
  const groups = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address)?.slice(1);
  if (!groups) return null;
  return groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((bits) => [bits >> 8, bits & 255])
    .join('.');
}
