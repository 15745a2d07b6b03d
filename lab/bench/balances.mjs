import { randomBytes } from 'node:crypto';
import { base58 } from '@scure/base';
import { createBalanceFeed } from '../../components/balance/balance-feed.ts';
import { stopAllProcesses } from '../../scripts/process/start-process.ts';
import { findFreePort } from '../../scripts/stack/ports.ts';
import { startChain } from '../../scripts/stack/start-chain.ts';
import { formatTable } from './format-table.mjs';

/** Shows this many wallets, with the code of the page, until all are known and live; then one of them changes. */
async function measure(chain, count) {
  const addresses = Array.from({ length: count }, () => base58.encode(randomBytes(32)));
  let [sockets, messages, requests, answers] = [0, 0, 0, 0];
  const live = Promise.withResolvers();
  const changed = Promise.withResolvers();
  const surroundings = {
    now: () => Date.now(),
    after: (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
    openSocket: () => {
      sockets += 1;
      const socket = new WebSocket(chain.url.replace('http', 'ws'));
      const send = socket.send.bind(socket);
      socket.send = (text) => {
        messages += 1;
        send(text);
      };
      socket.addEventListener('message', () => {
        answers += 1;
      });
      return socket;
    },
    fetch: (...request) => {
      requests += 1;
      return fetch(...request);
    },
  };
  const begin = performance.now();
  let firstKnown;
  const feed = createBalanceFeed(chain.url, surroundings, (event) => {
    if (event.type === 'changed') changed.resolve();
    if (event.type !== 'read') return;
    firstKnown ??= performance.now() - begin;
    // The read after the socket hears of all: the one before may be older than what it heard.
    if (answers >= count) live.resolve();
  });
  feed.watch(addresses);
  await live.promise;
  const liveAfter = performance.now() - begin;
  const asked = performance.now();
  const call = { jsonrpc: '2.0', id: 1, method: 'requestAirdrop', params: [addresses[0], 5] };
  const headers = { 'content-type': 'application/json' };
  await Promise.all([
    fetch(chain.url, { method: 'POST', headers, body: JSON.stringify(call) }),
    changed.promise,
  ]);
  const changeAfter = performance.now() - asked;
  feed.watch([]);
  return [
    count,
    sockets,
    messages,
    requests,
    ...[firstKnown, liveAfter, changeAfter].map((ms) => ms.toFixed(0)),
  ];
}

const started = await startChain({
  port: await findFreePort(),
  siteUrl: 'http://localhost:3000',
  environment: process.env,
});
try {
  if (!started.ok) throw new Error(started.reason);
  await measure(started.chain, 1);
  const rows = [];
  for (const count of [1, 50, 100, 250]) rows.push(await measure(started.chain, count));
  const head = ['wallets', 'sockets', 'messages sent', 'HTTP requests', 'known ms', 'live ms', 'a change ms'];
  console.log(formatTable([head, ...rows]));
} finally {
  await stopAllProcesses();
}
