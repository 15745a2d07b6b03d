const mockHeaders = jest.fn<Headers, []>();
const mockFetch = jest.fn<Promise<Response>, Parameters<typeof fetch>>(async () => new Response('{}'));
jest.mock('next/headers', () => ({ headers: async () => mockHeaders() }));
jest.mock('./fetch.ts', () => ({ fetchBackend: (...call: Parameters<typeof fetch>) => mockFetch(...call) }));
let mockProxy: { header: string; hops: number } | null;
jest.mock('../env.ts', () => ({
  environment: () => ({ trustedProxy: mockProxy, supabaseSecretKey: 'sb_secret_test' }),
}));

const init = { method: 'POST', headers: { apikey: 'sb_publishable_test', authorization: 'Bearer x' } };

async function sentHeaders(): Promise<Headers> {
  const { fetchForPerson } = await import('./fetch-for-person');
  await fetchForPerson('http://auth.test/token', init);
  return new Headers(mockFetch.mock.lastCall?.[1]?.headers);
}

beforeEach(() => mockHeaders.mockReturnValue(new Headers({ 'x-forwarded-for': '6.6.6.6, 192.0.2.7' })));

test('tells Auth the address that the trusted proxy wrote, with the secret key', async () => {
  mockProxy = { header: 'x-forwarded-for', hops: 1 };
  const sent = await sentHeaders();
  expect(Object.fromEntries(sent)).toEqual({ apikey: 'sb_secret_test', 'sb-forwarded-for': '192.0.2.7' });
});

test('without a trusted proxy the public key goes along, and no address that a client made up', async () => {
  mockProxy = null;
  expect(Object.fromEntries(await sentHeaders())).toEqual({
    apikey: 'sb_publishable_test',
    authorization: 'Bearer x',
  });
});
