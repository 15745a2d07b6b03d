import { Agent, createServer, request as sendRequest } from 'node:http';

/** A proxy between the apps and the backend. @returns `url`; `calls` of Auth, as `METHOD /path`; and `stop()` */
export async function startAuthProxy(backendUrl) {
  const agent = new Agent({ keepAlive: true });
  const calls = [];
  const server = createServer((incoming, outgoing) => {
    const { pathname } = new URL(incoming.url, backendUrl);
    if (pathname.startsWith('/auth/')) calls.push(`${incoming.method} ${pathname}`);
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
  const stop = () => {
    agent.destroy();
    server.closeAllConnections();
    return new Promise((stopped) => server.close(stopped));
  };
  return { url: `http://127.0.0.1:${server.address().port}`, calls, stop };
}
