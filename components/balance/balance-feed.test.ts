import { type BalanceEvent, createBalanceFeed } from './balance-feed';
import { type BalanceState, noBalances, reduceBalances } from './balance-line';
import { createFakeChain, type FakeChain } from './testing/fake-chain';

const address = 'So11111111111111111111111111111111111111112';
const other = 'SysvarC1ock11111111111111111111111111111111';

let chain: FakeChain;
let state: BalanceState;
let events: BalanceEvent['type'][];
let feed: ReturnType<typeof createBalanceFeed>;
beforeEach(() => {
  chain = createFakeChain();
  state = noBalances;
  events = [];
  feed = createBalanceFeed('https://rpc.example', chain, (event) => {
    state = reduceBalances(state, event);
    events.push(event.type);
  });
});

const balanceOf = (one = address) => state.balances.get(one)?.lamports;
const dead = () => Promise.reject(new TypeError('Failed to fetch'));

async function goLive(addresses = [address]) {
  feed.watch(addresses);
  await chain.pass(0);
  chain.newest().open();
  chain.newest().confirm();
  await chain.pass(0);
}

test('a hundred wallets use one socket and one request, and a second request once all are subscribed', async () => {
  await goLive(Array.from({ length: 100 }, (_, index) => `address-${index}`));
  expect([chain.sockets.length, chain.requests]).toEqual([1, [100, 100]]);
  expect(state.balances.size).toBe(100);
});

test('reads 250 wallets in requests of a hundred', async () => {
  feed.watch(Array.from({ length: 250 }, (_, index) => `address-${index}`));
  await chain.pass(0);
  expect(chain.requests).toEqual([100, 100, 50]);
});

test('a balance above 2^53 lamports is exact, both read and announced', async () => {
  chain.balance = '9007199254740993';
  await goLive();
  expect(balanceOf()).toBe(9_007_199_254_740_993n);
  chain.newest().announce(101, '18446744073709551615', 2);
  expect(balanceOf()).toBe(18_446_744_073_709_551_615n);
});

test('after a loss it reconnects every second, five times, and reads again once connected', async () => {
  await goLive();
  const requests = chain.requests.length;
  chain.newest().drop();
  await chain.pass(999);
  expect(chain.sockets).toHaveLength(1);
  await chain.pass(1);
  expect(chain.sockets).toHaveLength(2);
  chain.balance = '7';
  chain.newest().open();
  chain.newest().confirm();
  await chain.pass(0);
  expect(chain.requests.length).toBe(requests + 1);
  expect(balanceOf()).toBe(7n);
});

test('after five failed reconnections it polls, shows when balances were last known, and goes live once the chain is back', async () => {
  await goLive();
  const honest = chain.answer;
  chain.answer = dead;
  for (let lost = 0; lost < 6; lost += 1) {
    chain.newest().drop();
    await chain.pass(1000);
  }
  expect(chain.sockets).toHaveLength(6);
  expect(state.trouble).toBe('unreachable');
  expect(state.balances.get(address)).toEqual({ lamports: 1_000_000_000n, asOf: 0 });
  await chain.pass(60_000);
  expect(chain.sockets).toHaveLength(6);

  chain.answer = honest;
  chain.balance = '5';
  await chain.pass(15_000);
  expect([state.trouble, balanceOf(), chain.sockets.length]).toEqual([null, 5n, 7]);
  chain.newest().open();
  chain.newest().confirm();
  chain.newest().announce(101, '6', 9);
  expect(balanceOf()).toBe(6n);
});

test('a server that closes every second is given up after six sockets, even if it confirms subscriptions', async () => {
  feed.watch([address]);
  for (let second = 0; second < 120; second += 1) {
    const socket = chain.newest();
    if (!socket.isClosed) {
      socket.open();
      socket.confirm();
      socket.drop();
    }
    await chain.pass(1000);
  }
  expect(chain.sockets).toHaveLength(6);
  expect([state.trouble, balanceOf()]).toEqual([null, 1_000_000_000n]);
  // Two minutes of polling, and one read for each of the six connections.
  expect(chain.requests.length).toBeLessThan(20);
});

test('a socket that lasted half a minute resets the count of failures', async () => {
  await goLive();
  for (let round = 0; round < 10; round += 1) {
    await chain.pass(30_000);
    chain.newest().drop();
    await chain.pass(1000);
    chain.newest().open();
    chain.newest().confirm();
  }
  expect(chain.sockets).toHaveLength(11);
});

test.each([
  ['no JSON', '{'],
  ['a JSON that is nothing', '[1,null]'],
  ['a refusal', '{"jsonrpc":"2.0","error":{"code":-32601},"id":1}'],
  ['a subscription that is no number', '{"jsonrpc":"2.0","result":"x","id":1}'],
  ['more than it could mean', 'x'.repeat(100_001)],
])('closes a socket that sends %s, and keeps the balance', async (_what, text) => {
  feed.watch([address]);
  await chain.pass(0);
  chain.newest().open();
  chain.newest().receive(text);
  expect(chain.newest().isClosed).toBe(true);
  await chain.pass(1000);
  expect([chain.sockets.length, balanceOf()]).toEqual([2, 1_000_000_000n]);
});

test.each(['-1', '1.5', '1e3', '18446744073709551616', 'null'])(
  'ignores an announced balance of %s',
  async (lamports) => {
    await goLive();
    chain.newest().announce(101, lamports, 5);
    expect([balanceOf(), chain.newest().isClosed]).toEqual([1_000_000_000n, true]);
  },
);

test('closes the socket if two wallets get the same subscription', async () => {
  feed.watch([address, other]);
  await chain.pass(0);
  chain.newest().open();
  for (const id of [1, 2]) chain.newest().receive(`{"jsonrpc":"2.0","result":9,"id":${id}}`);
  expect(chain.newest().isClosed).toBe(true);
});

test('ignores unknown subscriptions and outdated changes', async () => {
  await goLive();
  chain.newest().announce(999, '5', 5);
  expect(balanceOf()).toBe(1_000_000_000n);
  chain.newest().announce(101, '6', 6);
  chain.newest().announce(101, '5', 5);
  expect(balanceOf()).toBe(6n);
});

test("a read that began before a change doesn't overwrite it", async () => {
  await goLive();
  const held = Promise.withResolvers<void>();
  const honest = chain.answer;
  chain.answer = async () => {
    await held.promise;
    return honest();
  };
  feed.retry();
  chain.newest().announce(101, '77', 8);
  held.resolve();
  await chain.pass(0);
  expect(balanceOf()).toBe(77n);
});

test('detects a dead socket by a read each minute', async () => {
  await goLive();
  chain.balance = '3';
  await chain.pass(60_000);
  expect(balanceOf()).toBe(3n);
});

test('gives up a socket without an answer after ten seconds', async () => {
  feed.watch([address]);
  await chain.pass(0);
  const silent = chain.newest();
  await chain.pass(10_000);
  expect(silent.isClosed).toBe(true);
});

test('sends nothing while the tab is hidden, and reads as soon as it is visible again', async () => {
  await goLive();
  feed.setVisible(false);
  expect(chain.newest().isClosed).toBe(true);
  const requests = chain.requests.length;
  await chain.pass(600_000);
  expect([chain.sockets.length, chain.requests.length]).toEqual([1, requests]);
  chain.balance = '4';
  feed.setVisible(true);
  await chain.pass(0);
  expect([balanceOf(), chain.sockets.length]).toEqual([4n, 2]);
});

test('is quiet without wallets, and ignores changes of a removed one', async () => {
  await goLive([address, other]);
  feed.watch([address]);
  expect(chain.newest().sent.map(({ method, params }) => [method, params])).toEqual([
    ['accountUnsubscribe', [102]],
  ]);
  feed.watch([]);
  expect(chain.newest().isClosed).toBe(true);
});

test('reads an added wallet and subscribes to it on the same socket', async () => {
  await goLive();
  feed.watch([address, other]);
  await chain.pass(0);
  expect([chain.sockets.length, balanceOf(other)]).toEqual([1, 1_000_000_000n]);
  chain.newest().confirm();
  chain.newest().announce(102, '8', 9);
  expect(balanceOf(other)).toBe(8n);
});

test('honors a requested pause, up to five minutes', async () => {
  chain.answer = () => new Response('', { status: 429, headers: { 'retry-after': '100' } });
  feed.watch([address]);
  await chain.pass(0);
  feed.retry();
  await chain.pass(99_000);
  expect(chain.requests).toHaveLength(1);
  chain.answer = () => new Response('', { status: 429, headers: { 'retry-after': '99999' } });
  await chain.pass(1000);
  expect(chain.requests).toHaveLength(2);
  await chain.pass(300_000);
  expect(chain.requests).toHaveLength(3);
});

test('a failed read keeps the known balances', async () => {
  feed.watch([address]);
  await chain.pass(0);
  chain.answer = () => new Response('', { status: 429 });
  feed.retry();
  await chain.pass(0);
  expect([state.trouble, balanceOf()]).toEqual(['rate_limited', 1_000_000_000n]);
});
