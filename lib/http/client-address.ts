import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { environment } from '../env.ts';
import { shareInProcess } from '../share-in-process.ts';
import { peerHeader } from './request-headers.ts';

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

const longestInCharacters = 60;
const invisible = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Such as "Lisbon, Portugal", for the owner. Null unless the trusted proxy named an address: the request may have bypassed it. */
export function readVisitorLocation(headers: Pick<Headers, 'get'>): string | null {
  const { locationHeader, trustedProxy } = environment();
  if (!locationHeader || trustedProxy === null || trustedProxy === 'none') return null;
  if (readClientAddress(headers) === null) return null;
  const written = decode(headers.get(locationHeader) ?? '');
  const text = written.replace(invisible, '').replace(/\s+/g, ' ').trim();
  const shown = [...text].slice(0, longestInCharacters).join('').trim();
  return /^[A-Z][A-Z0-9]$/.test(shown) ? nameCountry(shown) : shown || null;
}

/** Node decodes header bytes as Latin-1, while proxies write UTF-8, some percent-encoded. */
function decode(value: string): string {
  try {
    const bytes = Buffer.from(value, 'latin1');
    return decodeURIComponent(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    // Returns bytes in another encoding unchanged.
    return value;
  }
}

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Null for codes that aren't a country, like Cloudflare's XX and T1. */
function nameCountry(code: string): string | null {
  return /^(?:XX|ZZ|.\d)$/.test(code) ? null : (countries.of(code) ?? null);
}

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
