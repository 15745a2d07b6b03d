import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { requestIdHeader } from './request-headers';
import { answerRetryAfter, tellRetryAfter } from './retry-after';

it('an answer that says to wait has status 429 and Retry-After, and no other answer has', async () => {
  answerRetryAfter();
  const server = createServer((request, response) => {
    if (request.url === '/limited') tellRetryAfter('/limited', 90);
    response.end('done');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ask = async (path: string) => {
    const { status, headers } = await fetch(url + path, { headers: { [requestIdHeader]: path } });
    return [status, headers.get('retry-after')];
  };
  expect(await ask('/limited')).toEqual([429, '90']);
  expect(await ask('/other')).toEqual([200, null]);
  // Whoever has gone away before it was known leaves nothing behind.
  tellRetryAfter('/gone', 90);
  expect(globalThis.countersign?.get('told-waits')).toEqual(new Map());
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});
