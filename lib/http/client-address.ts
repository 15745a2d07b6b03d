import { isIP } from 'node:net';
import { environment } from '../env.ts';
import { readPeer } from './forward-peer-address.ts';

/**
 * The sender's IP address, or null if it isn't certain: clients can forge any header but the proxy's (`TRUSTED_PROXY_HEADER`), read at the
 * outermost trusted proxy's entry (`TRUSTED_PROXY_HOPS`, from the right). With `none`, the connection's address.
 */
export function readClientAddress(headers: Pick<Headers, 'get'>): string | null {
  const { trustedProxy } = environment();
  if (trustedProxy === null) return null;
  if (trustedProxy === 'none') return pickAddress(readPeer(headers), 1);
  return pickAddress(headers.get(trustedProxy.header), trustedProxy.hops);
}

/** Whether a request to the site's name lacks the proxy's header. Requests to another name bypass the proxy. */
export function isAddressMissing(headers: Pick<Headers, 'get'>): boolean {
  const { trustedProxy, siteHost } = environment();
  const isNamedByProxy = trustedProxy !== null && trustedProxy !== 'none';
  return isNamedByProxy && headers.get('host') === siteHost && readClientAddress(headers) === null;
}

/**
 * Headers that make Auth's rate limits count the client's address; they require the secret key, and the project must allow them. A second
 * factor's challenge and code must come from one address: send the headers with both or neither.
 */
export function forwardingHeaders(headers: Pick<Headers, 'get'>): Record<string, string> {
  const address = readClientAddress(headers);
  return address === null ? {} : { 'sb-forwarded-for': address };
}

/** The list's entry by the outermost trusted proxy, or null if it isn't an address. */
export function pickAddress(list: string | null, hops: number): string | null {
  const entry = list?.split(',').at(-hops)?.trim() ?? '';
  if (isIP(entry) === 4) return entry;
  // A zone, as in fe80::1%eth0, has a meaning on one machine only.
  if (isIP(entry) !== 6 || entry.includes('%')) return null;
  const written = new URL(`http://[${entry}]/`).hostname.slice(1, -1);
  return readMappedAddress(written) ?? written;
}

/** IPv4 itself; IPv6 its first 64 bits, which one subscriber controls (RFC 6177). @param address from `pickAddress`. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros = 8 - before.length - after.length;
  return `${[...before, ...Array<string>(zeros).fill('0'), ...after].slice(0, 4).join(':')}::/64`;
}

/** Converts `::ffff:c000:201`, the IPv6 form of 192.0.2.1, to IPv4, so that both count as one client. */
function readMappedAddress(address: string): string | null {
  const groups = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address)?.slice(1);
  if (!groups) return null;
  return groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((bits) => [bits >> 8, bits & 255])
    .join('.');
}
