import { isIP } from 'node:net';
import { environment } from '../env.ts';
import { readPeer } from './forward-peer-address.ts';

/**
 * The network address of the person who sent this request, or null where that is not known for certain.
 *
 * Anyone can send any header. So it is taken only from the header that a proxy of the team sets
 * (`TRUSTED_PROXY_HEADER`), and there only from the place that the outermost trusted proxy wrote
 * (`TRUSTED_PROXY_HOPS`, counted from the right): what a client put in front of it changes nothing. Where no proxy is in
 * front (`none`) it is the connection's, and no header of the sender's counts.
 */
export function readClientAddress(headers: Pick<Headers, 'get'>): string | null {
  const { trustedProxy } = environment();
  if (trustedProxy === null) return null;
  if (trustedProxy === 'none') return pickAddress(readPeer(headers), 1);
  return pickAddress(headers.get(trustedProxy.header), trustedProxy.hops);
}

/** Whether a request by the site's name lacks what the team's proxy writes. By another name it comes past the proxy. */
export function isAddressMissing(headers: Pick<Headers, 'get'>): boolean {
  const { trustedProxy, siteUrl } = environment();
  const isNamedByProxy = trustedProxy !== null && trustedProxy !== 'none';
  return (
    isNamedByProxy && headers.get('host') === new URL(siteUrl).host && readClientAddress(headers) === null
  );
}

/**
 * What to send along with a call to Auth and the secret key, so that Auth's own limits count the person and not this
 * server. Nothing where the address is not known. A project has to allow it. The challenge of a second factor and its
 * code have to come from the same address: send it with both or with neither.
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
