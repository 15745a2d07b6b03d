import { connect } from 'node:net';
import { cpus, loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { startStack } from '../e2e/fixtures/stack.ts';
import { formatTable } from './format-table.mjs';
import { measureMemory } from './measure-memory.mjs';
import { quantile } from './sessions/spread.mjs';

// Memory of the app under 200 requests that stall, and how soon it says meanwhile that it is alive:
// node bench/stalled-requests.mjs

/** Connections at once; what each kind of them sends before it falls silent. */
const connections = 200;
const holdForMilliseconds = 8000;
const healthEveryMilliseconds = 50;
const megabyte = 1024 * 1024;
/** Sent by those that claim much: just under what Next.js keeps of a body by itself. */
const hugeBytes = Math.floor(9.9 * megabyte);

const stack = await startStack();
const { siteUrl } = stack.addresses;
const { host, port } = new URL(siteUrl);

const head = (...lines) =>
  [
    'POST /sign-in HTTP/1.1',
    `Host: ${host}`,
    `Origin: ${siteUrl}`,
    'Content-Type: text/plain',
    ...lines,
    '',
    '',
  ].join('\r\n');
const kinds = {
  'headers that stall': ['POST /sign-in HTTP/1.1\r\nHost: x\r\n'],
  'a body up to the limit, but one byte': [head('Content-Length: 32768'), 'x'.repeat(32_767)],
  'the same, a byte a piece': [head('Transfer-Encoding: chunked'), '1\r\nx\r\n'.repeat(32_767)],
  'a body that says 9.9 MB, sent but one byte': [
    head(`Content-Length: ${hugeBytes}`),
    Buffer.alloc(hugeBytes - 1, 'x'),
  ],
  '9.9 MB that say no length': [
    head('Transfer-Encoding: chunked'),
    `${(hugeBytes - 1).toString(16)}\r\n`,
    Buffer.alloc(hugeBytes - 1, 'x'),
  ],
};

/** What a stalled connection was answered with, if anything. */
const answers = new Map();

function open(pieces) {
  const socket = connect(Number(port), '127.0.0.1');
  socket.setEncoding('utf8').once('data', (text) => {
    const status = text.slice(9, 12);
    answers.set(status, (answers.get(status) ?? 0) + 1);
  });
  // Cut off in the middle of what it sends.
  socket.on('error', () => socket.destroy());
  for (const piece of pieces) socket.write(piece);
  return socket;
}

const memory = () => measureMemory(process.pid).app;

async function askHealth() {
  const startedAt = performance.now();
  const response = await fetch(`${siteUrl}/api/health`);
  await response.text();
  if (response.status !== 200) throw new Error(`/api/health answered ${response.status}.`);
  return performance.now() - startedAt;
}

const sockets = [];
try {
  for (let visit = 0; visit < 50; visit += 1) await (await fetch(`${siteUrl}/sign-in`)).text();
  for (let visit = 0; visit < 20; visit += 1) await askHealth();
  await wait(2000);
  const before = memory();

  const ways = Object.values(kinds);
  for (let index = 0; index < connections; index += 1) sockets.push(open(ways[index % ways.length]));
  const times = [];
  let highest = 0;
  const until = performance.now() + holdForMilliseconds;
  while (performance.now() < until) {
    times.push(await askHealth());
    highest = Math.max(highest, memory());
    await wait(healthEveryMilliseconds);
  }
  const still = sockets.filter((socket) => !socket.destroyed && socket.readyState === 'open').length;

  console.log(
    formatTable([
      ['', 'value'],
      ['memory before, MB', before.toFixed(0)],
      ['highest memory meanwhile, MB', highest.toFixed(0)],
      ['more, MB', (highest - before).toFixed(0)],
      ['connections still open at the end', still],
      [
        '/api/health p50 / p99 / max, ms',
        [0.5, 0.99, 1].map((at) => quantile(times, at).toFixed(0)).join(' / '),
      ],
      ['times it was asked', times.length],
    ]),
  );
  console.log(
    `\nAnswers: ${[...answers].map(([status, count]) => `${count} × ${status}`).join(', ') || 'none'}`,
  );
  console.log(`${cpus().length} processors, load ${loadavg()[0].toFixed(1)}, Node ${process.version}`);
} finally {
  for (const socket of sockets) socket.destroy();
  await stack.stop();
}
