const mockHeaders = jest.fn<Headers, []>();
const mockFetch = jest.fn<Promise<Response>, Parameters<typeof fetch>>(async () => new Response('{}'));
jest.mock('next/headers', () => ({ headers: async () => mockHeaders() }));
jest.mock('./fetch-backend.ts', () => ({
  fetchBackend: (...call: Parameters<typeof fetch>) => mockFetch(...call),
}));
let mockProxy: { header: string; hops: number } | null;
jest.mock('../env.ts', () => ({
  environment: () => ({
    trustedProxy: mockProxy,
    supabasePublishableKey: 'sb_publishable_test',
    supabaseSecretKey: 'sb_secret_test',
  }),
}));

/** The headers of supabase-js for a signed-out visitor. */
const signedOut = { apikey: 'sb_publishable_test', authorization: 'Bearer sb_publishable_test' };

async function sentHeaders(headers = signedOut): Promise<Headers> {
  const { fetchForVisitor } = await import('./call-auth');
  await fetchForVisitor('http://auth.test/token', { method: 'POST', headers });
  return new Headers(mockFetch.mock.lastCall?.[1]?.headers);
}

beforeEach(() => mockHeaders.mockReturnValue(new Headers({ 'x-forwarded-for': '6.6.6.6, 192.0.2.7' })));

test("forwards the trusted proxy's address to Auth, with the secret key", async () => {
  mockProxy = { header: 'x-forwarded-for', hops: 1 };
  const sent = await sentHeaders();
  expect(sent.get('apikey')).toBe('sb_secret_test');
  expect(sent.get('sb-forwarded-for')).toBe('192.0.2.7');
});

test('without a trusted proxy, sends the public key and no address made up by a client', async () => {
  mockProxy = null;
  expect(Object.fromEntries(await sentHeaders())).toEqual({
    apikey: 'sb_publishable_test',
    authorization: 'Bearer sb_publishable_test',
  });
});

test("sends the user's own token with their address, which sign-in with an authenticator needs", async () => {
  mockProxy = { header: 'x-forwarded-for', hops: 1 };
  const sent = await sentHeaders({ ...signedOut, authorization: 'Bearer their.own.token' });
  expect(Object.fromEntries(sent)).toEqual({
    apikey: 'sb_secret_test',
    authorization: 'Bearer their.own.token',
    'sb-forwarded-for': '192.0.2.7',
  });
});

test("marks a visitor's request as anonymous, because Auth requires no captcha of the server", async () => {
  mockProxy = { header: 'x-forwarded-for', hops: 1 };
  const sent = await sentHeaders();
  expect(sent.get('apikey')).toBe('sb_secret_test');
  const [kind, token = ''] = sent.get('authorization')?.split(' ') ?? [];
  expect(kind).toBe('Bearer');
  // Shaped like a token, so that no gateway replaces it with the server's.
  const [, claims = ''] = /^[\w-]+\.([\w-]+)\.[\w-]+$/.exec(token) ?? [];
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({ role: 'anon' });
});

test("leaves the server's own requests unchanged", async () => {
  mockProxy = { header: 'x-forwarded-for', hops: 1 };
  const asServer = { apikey: 'sb_secret_test', authorization: 'Bearer sb_secret_test' };
  expect((await sentHeaders(asServer)).get('authorization')).toBe('Bearer sb_secret_test');
});
