import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { openVisit, person, type SiteBody, wallet } from '../testing/visit.ts';
import { createCountersign } from './index.ts';

let server: Server | undefined;
afterEach(
  () => new Promise((stopped) => (server ? server.close(stopped).closeAllConnections() : stopped(null))),
);

/** A server that runs middleware in order, like Express. */
async function open(status: number, body: SiteBody) {
  const { settings, cookieHeader } = await openVisit(status, body);
  const { handler, requireWallet, requirePerson } = createCountersign(settings);
  const gates: Record<string, ReturnType<typeof requireWallet>> = {
    '/person': requirePerson(),
    '/vault': requirePerson({ acr: 'urn:countersign:2fa' }),
  };
  server = createServer((visited, response) => {
    const fail = (error: unknown) => response.writeHead(500).end(String(error));
    if (visited.url?.startsWith('/auth/')) return handler(visited, response, fail);
    const gate = gates[visited.url ?? ''] ?? requireWallet();
    return gate(visited, response, (error) => {
      if (error) return fail(error);
      const { member, person: signedIn } = visited as { member?: unknown; person?: unknown };
      response.end(JSON.stringify(member ?? signedIn));
    });
  });
  await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    ask(port, path, method, { cookie: cookieHeader, 'sec-fetch-mode': 'navigate', ...headers });
}

/** Not `fetch`, which sets some of these headers itself. */
function ask(port: number, path: string, method: string, headers: Record<string, string>) {
  return new Promise<Response>((answered, failed) => {
    request({ port, path, method, headers }, async (answer) => {
      const pairs = Object.entries(answer.headersDistinct);
      const all = pairs.flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      );
      answered(new Response(await text(answer), { status: answer.statusCode ?? 0, headers: all }));
    })
      .on('error', failed)
      .end();
  });
}

test("a member is admitted, and the response isn't cached", async () => {
  const visit = await open(200, { sub: 'one', wallets: [wallet] });
  const answer = await visit('/members');
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  expect(await answer.json()).toMatchObject({ person: { sub: 'one' }, wallets: [wallet] });
});

test('requirePerson admits a signed-in person without the site, and redirects other people', async () => {
  const visit = await open(503, {});
  const answer = await visit('/person');
  expect([answer.headers.get('cache-control'), await answer.json()]).toEqual(['private, no-store', person]);
  const toStepUp = '/auth/sign-in?returnTo=%2Fvault&acr_values=urn%3Acountersign%3A2fa';
  expect((await visit('/vault')).headers.get('location')).toBe(`https://app.example${toStepUp}`);
});

test('a page redirects to the site and returns to itself, and no path redirects to another host', async () => {
  const visit = await open(200, { sub: 'one', wallets: [] });
  expect((await visit('/members?page=2')).headers.get('location')).toBe(
    'https://app.example/auth/sign-in?returnTo=%2Fmembers%3Fpage%3D2&wallet=any',
  );
  expect((await visit('//evil.example/members')).headers.get('location')).toBe(
    'https://app.example/auth/sign-in?returnTo=%2Fevil.example%2Fmembers&wallet=any',
  );
});

test.each([
  ['without a wallet', 200, { sub: 'one', wallets: [] }, {}, 403, 'no_wallet'],
  ['signed out', 200, {}, { cookie: '' }, 401, 'signed_out'],
  ['whose access was ended', 401, { error: { code: 'app.token_invalid' } }, {}, 401, 'ended'],
  ['whom something before the site refuses', 401, {}, {}, 503, 'unreachable'],
  ['whom a firewall refuses', 403, { error: 'blocked' }, {}, 503, 'unreachable'],
  ['while the site is down', 503, {}, {}, 503, 'unreachable'],
] as const)('a script of a person %s is refused, as JSON', async (_, site, body, headers, status, code) => {
  const visit = await open(site, body);
  for (const asked of [
    await visit('/data', { 'sec-fetch-mode': 'cors', ...headers }),
    await visit('/data', headers, 'POST'),
  ])
    expect([asked.status, await asked.json()]).toEqual([status, { status: code }]);
});

test('the handler signs out only for a page of the app, and clears the cookie', async () => {
  const visit = await open(200, { sub: 'one', wallets: [] });
  expect((await visit('/auth/sign-out', { 'sec-fetch-site': 'cross-site' }, 'POST')).status).toBe(403);
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const left = await visit('/auth/sign-out', { 'sec-fetch-site': 'same-origin' }, 'POST');
  jest.restoreAllMocks();
  expect([left.status, left.headers.get('location')]).toEqual([303, 'https://app.example/']);
  expect(left.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-countersign-app_\w+=; .*Max-Age=0/),
    expect.stringMatching(/^__Host-countersign-app_\w+-ended=ey.*; Secure$/),
  ]);
});

test('a missing setting is passed to next() as an error', async () => {
  const { handler } = createCountersign({ issuer: '' });
  const error = await new Promise((passed) => handler({ headers: {} } as never, {} as never, passed));
  expect(error).toMatchObject({ code: 'settings' });
});
