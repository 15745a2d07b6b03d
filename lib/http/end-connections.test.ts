import { Agent, createServer, get, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endConnectionsWithServer } from './end-connections';

it('a server that is asked to end does not wait for a connection that was busy then and is idle now', async () => {
  endConnectionsWithServer();
  const server = createServer();
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const busy = new Promise<ServerResponse>((resolve) =>
    server.once('request', (_request, response) => resolve(response)),
  );
  const agent = new Agent({ keepAlive: true });
  const port = (server.address() as AddressInfo).port;
  const answer = new Promise<unknown>((resolve) => {
    get({ port, host: '127.0.0.1', agent }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.headers['keep-alive']));
    });
  });
  const response = await busy;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  response.end('late');
  expect(await answer).toBe('timeout=65');
  await closed;
  agent.destroy();
});
