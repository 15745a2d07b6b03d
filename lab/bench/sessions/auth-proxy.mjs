import { Agent, createServer, request as sendRequest } from 'node:http';
import { setTimeout } from 'node:timers/promises';

/** Slower than anyone likes, and within the time that an answer is waited for. */
const slowMilliseconds = 3_000;

/**
 * Stands between the apps and the backend: counts the calls of Auth and plays its outages.
 * @returns `url`; `calls`, as `METHOD /path`; `state`, to set to `working`, `slow` or `failing`; and `stop()`. A backend
 * that is not there looks like one whose connection breaks.
 */
export async function startAuthProxy(backendUrl) {
  const agent = new Agent({ keepAlive: true });
  const proxy = { url: '', calls: [], state: 'working', stop };
  const server = createServer(async (incoming, outgoing) => {
    const { pathname } = new URL(incoming.url, backendUrl);
    if (pathname.startsWith('/auth/')) proxy.calls.push(`${incoming.method} ${pathname}`);
    if (proxy.state === 'failing') {
      outgoing.writeHead(500, { 'content-type': 'application/json' });
      outgoing.end(JSON.stringify({ code: 'unexpected_failure', message: 'failing on purpose' }));
      return;
    }
    if (proxy.state === 'slow') await setTimeout(slowMilliseconds);
    // Without the name it was asked by: the backend answers to its own only.
    const { host: _, ...headers } = incoming.headers;
    const options = { method: incoming.method, headers, agent };
    const forwarded = sendRequest(new URL(incoming.url, backendUrl), options, (answer) => {
      outgoing.writeHead(answer.statusCode, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  proxy.url = `http://127.0.0.1:${server.address().port}`;
  return proxy;

  function stop() {
    agent.destroy();
    server.closeAllConnections();
    return new Promise((stopped) => server.close(stopped));
  }
}
