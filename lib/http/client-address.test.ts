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

test("entries that a client puts before the proxy's change nothing", async () => {
  const { forwardingHeaders, readClientAddress } = await withSettings({
    TRUSTED_PROXY_HEADER: 'X-Forwarded-For',
  });
  for (const front of ['', '192.0.2.66, ', '127.0.0.1, ::1, ', 'unknown, ', ', , ']) {
    const headers = new Headers({ 'x-forwarded-for': `${front}198.51.100.7` });
    expect(readClientAddress(headers)).toBe('198.51.100.7');
  }
  const twice = new Headers([
    ['x-forwarded-for', '192.0.2.66'],
    ['x-forwarded-for', '198.51.100.7'],
  ]);
  expect(readClientAddress(twice)).toBe('198.51.100.7');
  expect(forwardingHeaders(spoofed)).toEqual({ 'sb-forwarded-for': '198.51.100.7' });
  expect(readClientAddress(new Headers({ 'x-real-ip': '198.51.100.7' }))).toBeNull();
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
