import { Agent, createServer, request as sendRequest } from 'node:http';
import { setTimeout } from 'node:timers/promises';

/** Slow for users, but within the site's timeout for Auth. */
const slowMilliseconds = 3_000;

/**
 * A proxy between the apps and the backend that counts the calls to Auth and simulates its outages.
 * @returns `url`; `calls`, as `METHOD /path`; `state`, to set to `working`, `slow` or `failing`; and `stop()`. If the backend isn't
 * running, connections break.
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
    // Without the Host header: the backend only accepts its own.
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
