import { Agent, get } from 'node:http';

const connections = 8;

/**
 * Requests a page over a few kept-alive connections until the given number of milliseconds or requests, whichever comes first.
 * @returns requests per second, the median and 99th percentile in milliseconds, and the number of requests
 * @throws if a response isn't a 200
 */
export async function measureLoad(url, { cookie, milliseconds = Infinity, requests = Infinity }) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const latencies = [];
  let sent = 0;
  const startedAt = performance.now();
  const isOver = () => sent >= requests || performance.now() - startedAt >= milliseconds;
  const askOneByOne = async () => {
    while (!isOver()) {
      const sentAt = performance.now();
      sent++;
      await ask(url, cookie, agent);
      latencies.push(performance.now() - sentAt);
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, askOneByOne));
  } finally {
    agent.destroy();
  }
  const seconds = (performance.now() - startedAt) / 1000;
  latencies.sort((some, other) => some - other);
  const at = (share) => latencies[Math.floor((latencies.length - 1) * share)];
  return { perSecond: latencies.length / seconds, p50: at(0.5), p99: at(0.99), count: latencies.length };
}

function ask(url, cookie, agent) {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers: { cookie } }, (answer) => {
      answer.resume().on('error', reject);
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`${url} answered ${answer.statusCode}`)),
      );
    });
    request.on('error', reject);
  });
}
