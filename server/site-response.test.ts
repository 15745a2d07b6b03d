import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { requestIdHeader } from '../lib/http/request-headers';
import { answerNotFound, answerRetryAfter, answerUnavailable } from '../lib/http/response-status';
import { createSiteServer } from './site-server';

let stop: () => void;
afterEach(() => stop());

async function start(answer: (request: IncomingMessage, response: ServerResponse, id: string) => void) {
  const server = createSiteServer({
    siteUrl: 'https://countersign.example',
    findRoute: () => undefined,
    handle: (request, response) => {
      answer(request, response, String(request.headers[requestIdHeader]));
      response.end('done');
    },
  });
  stop = () => server.close().closeAllConnections();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('a rate-limited response has status 429 and Retry-After, a missing page 404, a page without its backend 503, and no other response has', async () => {
  const url = await start((request, _response, id) => {
    if (request.url === '/limited') answerRetryAfter(id, 90);
    if (request.url?.startsWith('/nothing')) answerNotFound(id);
    if (request.url?.startsWith('/away')) answerUnavailable(id);
  });
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(url + path, { headers });
    await answer.text();
    return [answer.status, answer.headers.get('retry-after')];
  };
  expect(await ask('/limited')).toEqual([429, '90']);
  expect(await ask('/nothing')).toEqual([404, null]);
  // The router reads the payload of a missing page like any other.
  expect(await ask('/nothing-to-route', { rsc: '1' })).toEqual([200, null]);
  expect(await ask('/away')).toEqual([503, '5']);
  expect(await ask('/away-to-route', { rsc: '1' })).toEqual([200, null]);
  expect(await ask('/other')).toEqual([200, null]);
  // A client that leaves before the status is set leaves nothing behind.
  answerRetryAfter('/gone', 90);
  expect(globalThis.countersign?.get('response-status')).toEqual(new Map());
});

const answers: Record<string, Record<string, string>> = {
  '/cookie': { 'set-cookie': 'session=secret', 'content-type': 'application/json' },
  '/page': { 'content-type': 'text/html; charset=utf-8', vary: 'rsc' },
  '/payload': { 'content-type': 'text/x-component' },
  '/data': { 'content-type': 'application/json' },
};

it('no cache may store a page or a response that sets a cookie; other data keeps its caching', async () => {
  const url = await start((request, response) => {
    response.setHeader('cache-control', 'public, max-age=60');
    for (const [name, value] of Object.entries(answers[request.url ?? ''] ?? {}))
      response.setHeader(name, value);
  });
  const cachingOf = async (path: string) => {
    const { headers } = await fetch(url + path);
    return [headers.get('cache-control'), headers.get('vary')];
  };
  expect(await cachingOf('/cookie')).toEqual(['private, no-store', 'Cookie']);
  expect(await cachingOf('/page')).toEqual(['private, no-store', 'rsc, Cookie']);
  expect(await cachingOf('/payload')).toEqual(['private, no-store', 'Cookie']);
  expect(await cachingOf('/data')).toEqual(['public, max-age=60', null]);
});

it('a browser may restore only a public page without a query, and only if no cookie identifies an account', async () => {
  const url = await start((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (request.url === '/proofs/cookie') response.setHeader('set-cookie', 'step=1');
    if (request.url === '/proofs/none') response.statusCode = 404;
  });
  const cachingOf = async (path: string, cookie = '', method = 'GET') =>
    (await fetch(url + path, { method, headers: cookie ? { cookie } : {} })).headers.get('cache-control');
  const harmless = '__Host-theme=dark; __Host-sheet=0a1b; __Host-last-method=wallet; __Host-device=a.b';
  for (const path of ['/sign-in', '/proofs/9hPq'])
    for (const cookie of ['', harmless]) expect(await cachingOf(path, cookie)).toBe('private, no-cache');
  const refused: [string, string?, string?][] = [
    ['/sign-in?next=%2Fconnect%2Ftoken'],
    ['/sign-up'],
    ['/sign-in', 'theme=dark;sb-project-auth-token=base64-e30'],
    ['/proofs/none'],
    ['/proofs/cookie'],
    ['/wallets'],
    ['/sign-in/second-factor'],
    ['/sign-in', '', 'HEAD'],
    ['/sign-in', 'sb-project-auth-token=base64-e30'],
    ['/proofs/9hPq', `${harmless}; __Host-pending-mfa=sealed`],
    ['/sign-in', '__Host-email-step=e30'],
    ['/sign-in', 'theme-of-another=1'],
  ];
  for (const request of refused)
    expect([...request, await cachingOf(...request)]).toEqual([...request, 'private, no-store']);
});
