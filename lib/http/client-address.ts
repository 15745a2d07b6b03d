import { isIP } from 'node:net';
import { environment } from '../env.ts';
import { readPeer } from './forward-peer-address.ts';

/**
 * The IP address of a request's sender, or null if it isn't certain. Clients can forge any header, so only the proxy's counts
 * (`TRUSTED_PROXY_HEADER`), at the entry of the outermost trusted proxy (`TRUSTED_PROXY_HOPS`, from the right). With `none`, the
 * connection's address counts, and no header.
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
 * Headers that make Auth's own rate limits count the client's address instead of this server's; they require the secret key. Empty if the
 * address is unknown. The project must allow them. A second factor's challenge and code must come from one address: send the headers with
 * both or neither.
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

/**
 * The network an address counts for: IPv4 itself; IPv6 its first 64 bits, which one subscriber controls (RFC 6177). @param address from
 * `pickAddress`.
 */
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
