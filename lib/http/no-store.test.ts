import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setNoStore } from './no-store';

const answers: Record<string, Record<string, string>> = {
  '/cookie': { 'set-cookie': 'session=secret', 'content-type': 'application/json' },
  '/page': { 'content-type': 'text/html; charset=utf-8', vary: 'rsc' },
  '/payload': { 'content-type': 'text/x-component' },
  '/data': { 'content-type': 'application/json' },
};

it('no page and no answer that sets a cookie can be kept by a cache; other data says what it said', async () => {
  setNoStore();
  const server = createServer((request, response) => {
    response.setHeader('cache-control', 'public, max-age=60');
    for (const [name, value] of Object.entries(answers[request.url ?? ''] ?? {}))
      response.setHeader(name, value);
    response.end('done');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cachingOf = async (path: string) => {
    const { headers } = await fetch(url + path);
    return [headers.get('cache-control'), headers.get('vary')];
  };
  expect(await cachingOf('/cookie')).toEqual(['private, no-store', 'Cookie']);
  expect(await cachingOf('/page')).toEqual(['private, no-store', 'rsc, Cookie']);
  expect(await cachingOf('/payload')).toEqual(['private, no-store', 'Cookie']);
  expect(await cachingOf('/data')).toEqual(['public, max-age=60', null]);
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});
