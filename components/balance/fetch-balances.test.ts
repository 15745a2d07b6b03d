import { fetchBalances } from './fetch-balances';

const address = 'So11111111111111111111111111111111111111112';
const dead = () => Promise.reject(new TypeError('Failed to fetch'));

function read(answer: () => Response | Promise<Response>) {
  const { signal } = new AbortController();
  return fetchBalances({
    rpcUrl: 'https://rpc.example',
    addresses: [address],
    fetch: async () => answer(),
    signal,
  });
}

const troubles: [string, () => Response | Promise<Response>, string][] = [
  ['429', () => new Response('', { status: 429 }), 'rate_limited'],
  ['200 with the code 429', () => new Response('{"error":{"code":429}}'), 'rate_limited'],
  ['403', () => new Response('', { status: 403 }), 'refused'],
  ['401', () => new Response('', { status: 401 }), 'refused'],
  ['500', () => new Response('', { status: 500 }), 'unreachable'],
  ['a node that is behind', () => new Response('{"error":{"code":-32005}}'), 'unreachable'],
  ['nothing', dead, 'unreachable'],
  ['HTML', () => new Response('<p>'), 'unreadable'],
  ['no accounts', () => new Response('{"result":{"context":{"slot":1},"value":[]}}'), 'unreadable'],
  [
    'half a lamport',
    () => new Response('{"result":{"context":{"slot":1},"value":[{"lamports":1.5}]}}'),
    'unreadable',
  ],
  ['no slot', () => new Response('{"result":{"value":[null]}}'), 'unreadable'],
];
test.each(troubles)('recognizes a server that answers %s', async (_what, answer, trouble) => {
  expect(await read(answer)).toMatchObject({ ok: false, trouble });
});

test('returns how long the server asks to wait', async () => {
  const answer = () => new Response('', { status: 429, headers: { 'retry-after': '100' } });
  expect(await read(answer)).toMatchObject({ retryAfterSeconds: 100 });
});

test('an account that does not exist has no lamports', async () => {
  const answer = () => new Response('{"result":{"context":{"slot":1},"value":[null]}}');
  const fetched = await read(answer);
  expect(fetched.ok && fetched.lamports.get(address)).toEqual({ lamports: 0n, slot: 1 });
});

test('sends no cookies, and requests only balances', async () => {
  const requests: RequestInit[] = [];
  await fetchBalances({
    rpcUrl: 'https://rpc.example',
    addresses: [address],
    fetch: async (_url, init) => {
      requests.push(init ?? {});
      return new Response('{}');
    },
    signal: new AbortController().signal,
  });
  expect(requests[0]?.credentials).toBe('omit');
  expect(JSON.parse(String(requests[0]?.body)).params[1].dataSlice).toEqual({ offset: 0, length: 0 });
});
