import { once } from 'node:events';
import { connect } from 'node:net';
import { cpus, loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { startStack } from '../../e2e/fixtures/stack.ts';
import { formatTable } from './format-table.mjs';
import { measureMemory } from './measure-memory.mjs';
import { quantile } from './sessions/spread.mjs';

// Memory of the app under 200 requests that stall, and how soon it says meanwhile that it is alive:
// node lab/bench/stalled-requests.mjs

/** Connections at once; what each kind of them sends before it falls silent. */
const connections = 200;
const holdForMilliseconds = 8000;
const healthEveryMilliseconds = 50;
const memoryEveryMilliseconds = 200;
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

const describe = (times) => [0.5, 0.9, 1].map((at) => quantile(times, at).toFixed(0)).join(' / ');
const memory = () => measureMemory(process.pid).app;

/** Asks on a thread of its own until `stop()`, which gives the milliseconds that each answer took. */
async function keepAskingHealth() {
  const asker = new Worker(new URL('stalled-requests/ask-health.mjs', import.meta.url), {
    workerData: { url: `${siteUrl}/api/health`, everyMilliseconds: healthEveryMilliseconds },
  });
  await once(asker, 'online');
  return {
    stop: async () => {
      asker.postMessage('stop');
      const [times] = await once(asker, 'message');
      return times;
    },
  };
}

const sockets = [];
try {
  for (let visit = 0; visit < 50; visit += 1) await (await fetch(`${siteUrl}/sign-in`)).text();
  await wait(2000);
  const before = memory();

  const idle = await keepAskingHealth();
  await wait(2000);
  const idleTimes = await idle.stop();
  const asker = await keepAskingHealth();
  const ways = Object.values(kinds);
  for (let index = 0; index < connections; index += 1) sockets.push(open(ways[index % ways.length]));
  let highest = 0;
  const until = performance.now() + holdForMilliseconds;
  while (performance.now() < until) {
    highest = Math.max(highest, memory());
    await wait(memoryEveryMilliseconds);
  }
  const times = await asker.stop();
  const still = sockets.filter((socket) => !socket.destroyed && socket.readyState === 'open').length;

  console.log(
    formatTable([
      ['', 'value'],
      ['memory before, MB', before.toFixed(0)],
      ['highest memory meanwhile, MB', highest.toFixed(0)],
      ['more, MB', (highest - before).toFixed(0)],
      ['connections still open at the end', still],
      ['/api/health before, p50 / p90 / max, ms', describe(idleTimes)],
      ['/api/health meanwhile, p50 / p90 / max, ms', describe(times)],
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
