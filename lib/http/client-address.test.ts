import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { forwardPeerAddress, readPeer } from './client-address';
import { peerHeader } from './request-headers';

type PersonAddress = typeof import('./client-address');

/** The module with these settings. */
async function withSettings(settings: Record<string, string>): Promise<PersonAddress> {
  process.env = {
    ...process.env,
    SUPABASE_URL: 'https://abcdefgh.supabase.co',
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_test',
    SUPABASE_SECRET_KEY: 'sb_secret_test',
    TRUSTED_PROXY_HEADER: '',
    TRUSTED_PROXY_HOPS: '',
    ...settings,
  };
  jest.resetModules();
  return import('./client-address');
}

const spoofed = new Headers({ 'x-forwarded-for': '192.0.2.66, 198.51.100.7' });

test('without a trusted proxy no header counts', async () => {
  const { forwardingHeaders, readClientAddress } = await withSettings({});
  expect(readClientAddress(spoofed)).toBeNull();
  expect(forwardingHeaders(spoofed)).toEqual({});
});

test("a request to the site's name without an address shows that the proxy writes none", async () => {
  const by = (host: string, address?: string) =>
    new Headers({ host, ...(address && { 'x-forwarded-for': address }) });
  const SITE_URL = 'https://countersign.example';
  const { isAddressMissing } = await withSettings({ SITE_URL, TRUSTED_PROXY_HEADER: 'X-Forwarded-For' });
  expect(isAddressMissing(by('countersign.example'))).toBe(true);
  expect(isAddressMissing(by('countersign.example', 'unknown'))).toBe(true);
  expect(isAddressMissing(by('countersign.example', '198.51.100.7'))).toBe(false);
  // A load balancer's request that bypasses the proxy.
  expect(isAddressMissing(by('10.0.0.3:3000'))).toBe(false);
  const twoProxies = await withSettings({
    SITE_URL,
    TRUSTED_PROXY_HEADER: 'X-Forwarded-For',
    TRUSTED_PROXY_HOPS: '2',
  });
  expect(twoProxies.isAddressMissing(by('countersign.example', '198.51.100.7'))).toBe(true);
  for (const header of ['', 'none']) {
    const nobody = await withSettings({ SITE_URL, TRUSTED_PROXY_HEADER: header });
    expect(nobody.isAddressMissing(by('countersign.example'))).toBe(false);
  }
});

test("without a proxy the connection's address counts, and no header of the client", async () => {
  const { forwardingHeaders, readClientAddress } = await withSettings({ TRUSTED_PROXY_HEADER: 'none' });
  const { peerHeader } = await import('./request-headers');
  expect(readClientAddress(spoofed)).toBeNull();
  expect(readClientAddress(new Headers({ [peerHeader]: '192.0.2.66', none: '192.0.2.66' }))).toBeNull();
  const seal = String(globalThis.countersign?.get('peer-seal'));
  const from = (address: string) => new Headers([...spoofed, [peerHeader, `${seal} ${address}`]]);
  expect(readClientAddress(from('::ffff:198.51.100.9'))).toBe('198.51.100.9');
  expect(readClientAddress(from('fe80::1%eth0'))).toBe('fe80::1');
  expect(readClientAddress(from(''))).toBeNull();
  expect(forwardingHeaders(from('198.51.100.9'))).toEqual({ 'sb-forwarded-for': '198.51.100.9' });
});

test("without `none` the connection's address is the proxy's, and counts for no client", async () => {
  for (const header of ['', 'X-Forwarded-For']) {
    const { readClientAddress } = await withSettings({ TRUSTED_PROXY_HEADER: header });
    const { peerHeader } = await import('./request-headers');
    const seal = String(globalThis.countersign?.get('peer-seal'));
    expect(readClientAddress(new Headers({ [peerHeader]: `${seal} 198.51.100.9` }))).toBeNull();
  }
});

test('behind two proxies the second entry from the right counts, and a shorter list is null', async () => {
  const { readClientAddress } = await withSettings({
    TRUSTED_PROXY_HEADER: 'x-forwarded-for',
    TRUSTED_PROXY_HOPS: '2',
  });
  const list = (value: string) => readClientAddress(new Headers({ 'x-forwarded-for': value }));
  expect(list('192.0.2.66, 198.51.100.7, 10.0.0.1')).toBe('198.51.100.7');
  expect(list('198.51.100.7')).toBeNull();
});

test.each([
  ...['', ' ', 'unknown', '1.2.3', '1.2.3.4:80', '01.2.3.4', '1.2.3.4/32', '256.1.1.1', '0x7f000001'],
  ...['[2001:db8::1]', '2001:db8::1%eth0', '2001:db8:::1', "1.2.3.4' or 1=1", '1.2.3.4\t5', ' ,'],
])('"%s" is no address', async (value) => {
  const { pickAddress } = await withSettings({});
  expect(pickAddress(value, 1)).toBeNull();
});

test.each([
  ['198.51.100.7', '198.51.100.7', '198.51.100.7'],
  ['::ffff:198.51.100.7', '198.51.100.7', '198.51.100.7'],
  ['::FFFF:C633:6407', '198.51.100.7', '198.51.100.7'],
  ['2001:DB8:0:0:1:0:0:1', '2001:db8::1:0:0:1', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['::1', '::1', '0:0:0:0::/64'],
  ['2001:0:0:4:5:6:7:8', '2001::4:5:6:7:8', '2001:0:0:4::/64'],
  ['2001:db8::ffff:c633:6407', '2001:db8::ffff:c633:6407', '2001:db8:0:0::/64'],
  ['::ffff:c633:6407:1', '::ffff:c633:6407:1', '0:0:0:0::/64'],
])('%s counts as one client, however it is written', async (written, address, network) => {
  const { networkOf, pickAddress } = await withSettings({});
  expect(pickAddress(written, 1)).toBe(address);
  expect(networkOf(address)).toBe(network);
});

async function readWith(settings: Record<string, string>, headers: Record<string, string>) {
  process.env = {
    ...process.env,
    SUPABASE_URL: 'https://abcdefgh.supabase.co',
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_test',
    SUPABASE_SECRET_KEY: 'sb_secret_test',
    TRUSTED_PROXY_HEADER: 'X-Forwarded-For',
    LOCATION_HEADER: 'X-Visitor-Location',
    ...settings,
  };
  jest.resetModules();
  const { readVisitorLocation } = await import('./client-address');
  return readVisitorLocation(new Headers(headers));
}

/** Node decodes a proxy's UTF-8 as Latin-1. */
const asLatin1 = (text: string) => Buffer.from(text).toString('latin1');
const address = { 'x-forwarded-for': '198.51.100.7' };

test.each([
  ['Lisbon, Portugal', 'Lisbon, Portugal'],
  [asLatin1('Malmö, Sweden'), 'Malmö, Sweden'],
  ['S%C3%A3o%20Paulo', 'São Paulo'],
  ['PT', 'Portugal'],
  ['XX', null],
  ['T1', null],
  ['', null],
  ['  ', null],
  ['100% sure', '100% sure'],
  [asLatin1('a\u202Eb\u200B'), 'ab'],
  [asLatin1('é'.repeat(100)), 'é'.repeat(60)],
])('%j is shown as %j', async (sent, shown) => {
  expect(await readWith({}, { ...address, 'x-visitor-location': sent })).toBe(shown);
});

const lisbon = { 'x-visitor-location': 'Lisbon, Portugal' };
test.each([
  ['the request bypassed the proxy', {}, lisbon],
  ['no proxy is trusted', { TRUSTED_PROXY_HEADER: '' }, { ...address, ...lisbon }],
  ['no proxy is in front', { TRUSTED_PROXY_HEADER: 'none' }, { ...address, ...lisbon }],
  ['no header is named for it', { LOCATION_HEADER: '' }, { ...address, ...lisbon }],
])('an untrusted header is ignored: %s', async (_case, settings, headers) => {
  expect(await readWith(settings, headers)).toBeNull();
});

/** The headers of a request with these headers, as the server passes them on. */
function send(
  path: string,
  headers: Record<string, string | string[]>,
  forward = forwardPeerAddress,
): Promise<IncomingHttpHeaders> {
  return new Promise((resolve, reject) => {
    const server = createServer((incoming, answer) => {
      answer.end();
      forward(incoming);
      resolve(incoming.headers);
    });
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      const sent = request({ port, host: '127.0.0.1', path, headers, agent: false }, (answer) => {
        answer.resume().once('end', () => server.close());
      });
      sent.once('error', reject).end();
    });
  });
}

const peerOf = (headers: IncomingHttpHeaders) =>
  readPeer(new Headers({ [peerHeader]: String(headers[peerHeader]) }));

test("a client's header is ignored if this server didn't write it", async () => {
  for (const forged of [
    '192.0.2.66',
    ` 192.0.2.66`,
    `${crypto.randomUUID()} 192.0.2.66`,
    'undefined 192.0.2.66',
  ]) {
    expect(peerOf(await send('/', { [peerHeader]: forged }, () => undefined))).toBeNull();
  }
  expect(readPeer(new Headers())).toBeNull();
});

test("the connection's address replaces the client's header on every path", async () => {
  const forgeries: Record<string, string | string[]>[] = [
    {},
    { [peerHeader]: '192.0.2.66' },
    { [peerHeader.toUpperCase()]: ['192.0.2.66', '192.0.2.67'] },
    { 'x-forwarded-for': '192.0.2.66', forwarded: 'for=192.0.2.66' },
  ];
  for (const path of ['/', '/sign-in', '/_next/static/x.js', '/favicon.ico', '/api/health', '/%ff']) {
    for (const forged of forgeries) expect(peerOf(await send(path, forged))).toBe('127.0.0.1');
  }
  const own = String((await send('/', {}))[peerHeader]);
  // A client that learned the seal still couldn't forge the header, because its value is replaced.
  expect(readPeer(new Headers({ [peerHeader]: `${own}, 192.0.2.66` }))).toBeNull();
});

test("without a proxy's X-Forwarded-For, Next.js doesn't insert the connection's address", async () => {
  expect((await send('/', {}))['x-forwarded-for']).toBe('');
  expect((await send('/', { 'x-forwarded-for': '192.0.2.66' }))['x-forwarded-for']).toBe('192.0.2.66');
});
