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
  const { readVisitorLocation } = await import('./visitor-location');
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
