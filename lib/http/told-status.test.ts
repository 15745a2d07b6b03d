import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { requestIdHeader } from './request-headers';
import { answerToldStatus, tellNotFound, tellRetryAfter, tellUnavailable } from './told-status';

it('an answer that says to wait has status 429 and Retry-After, a page that is not there 404, one without its backend 503, and no other answer has', async () => {
  answerToldStatus();
  const server = createServer((request, response) => {
    if (request.url === '/limited') tellRetryAfter('/limited', 90);
    if (request.url?.startsWith('/nothing')) tellNotFound(request.url);
    if (request.url?.startsWith('/away')) tellUnavailable(request.url);
    response.end('done');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ask = async (path: string, more: Record<string, string> = {}) => {
    const { status, headers } = await fetch(url + path, { headers: { [requestIdHeader]: path, ...more } });
    return [status, headers.get('retry-after')];
  };
  expect(await ask('/limited')).toEqual([429, '90']);
  expect(await ask('/nothing')).toEqual([404, null]);
  // What the router reads of it is a page like any other.
  expect(await ask('/nothing-to-route', { rsc: '1' })).toEqual([200, null]);
  expect(await ask('/away')).toEqual([503, '5']);
  expect(await ask('/away-to-route', { rsc: '1' })).toEqual([200, null]);
  expect(await ask('/other')).toEqual([200, null]);
  // Whoever has gone away before it was known leaves nothing behind.
  tellRetryAfter('/gone', 90);
  expect(globalThis.countersign?.get('told-status')).toEqual(new Map());
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});
