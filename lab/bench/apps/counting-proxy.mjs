import { Agent, createServer, request as sendRequest } from 'node:http';

/**
 * Stands between the app and the backend and counts what is asked over REST.
 * @returns `url`; `calls`, the name of each function or table that was asked for; and `stop()`
 */
export async function startCountingProxy(backendUrl) {
  const agent = new Agent({ keepAlive: true });
  const calls = [];
  // Milliseconds. Longer than seeding takes: a connection that closes as it is used again is no answer of the site.
  const server = createServer({ keepAliveTimeout: 600_000 }, (incoming, outgoing) => {
    const { pathname } = new URL(incoming.url, backendUrl);
    if (pathname.startsWith('/rest/')) calls.push(pathname.split('/').at(-1));
    // Without the name it was asked by: the backend answers to its own only.
    const { host: _, ...headers } = incoming.headers;
    const forwarded = sendRequest(
      new URL(incoming.url, backendUrl),
      { method: incoming.method, headers, agent },
      (answer) => {
        outgoing.writeHead(answer.statusCode, answer.headers);
        answer.pipe(outgoing);
      },
    );
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    calls,
    stop() {
      agent.destroy();
      server.closeAllConnections();
      return new Promise((stopped) => server.close(stopped));
    },
  };
}
