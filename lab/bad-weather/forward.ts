import { createServer, type IncomingHttpHeaders, type IncomingMessage, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export type Target = { url: string; headers: IncomingHttpHeaders; losesAnswer?: boolean };

/**
 * Starts a proxy that tries the targets of a request in order while they refuse the connection, as a load balancer does.
 * @param choose a request's targets, or the status to answer with. Without targets, the connection breaks
 */
export async function startForwarder(choose: (request: IncomingMessage) => Promise<Target[] | number>) {
  const server = createServer(async (request, response) => {
    try {
      const body = await buffer(request);
      const targets = await choose(request);
      if (typeof targets === 'number')
        return void response.writeHead(targets).end('<html>Bad gateway</html>');
      for (const target of targets) {
        const answer = await exchange(request, target, body, (cancel) => response.once('close', cancel));
        if (answer === 'refused') continue;
        if (target.losesAnswer) break;
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        return void answer.on('error', () => response.destroy()).pipe(response);
      }
    } catch {
      // The client or the target broke the connection.
    }
    response.destroy();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop: () => server.close().closeAllConnections(),
  };
}

function exchange(
  { method, url: path }: IncomingMessage,
  { url, headers }: Target,
  body: Buffer,
  onClose: (cancel: () => void) => void,
): Promise<IncomingMessage | 'refused'> {
  return new Promise((answered, failed) => {
    const upstream = send(`${url}${path}`, { method, headers, agent: false }, answered);
    upstream.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNREFUSED' ? answered('refused') : failed(error),
    );
    onClose(() => upstream.destroy());
    upstream.end(body);
  });
}
