import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startCounting } from '../metrics/count';

const token = 'a-token-of-a-monitor-0123456789';
const counted = {
  outboxWaiting: 3,
  outboxOldestSeconds: 61.5,
  eventsWaiting: 0,
  eventsOldestSeconds: null,
  deletionsOldestSeconds: null,
  grantsLive: 7,
};

let project: Server;
let calls: string[];
let isDown: boolean;
beforeAll(async () => {
  project = createServer((request: IncomingMessage, response) => {
    calls.push(request.url ?? '');
    response.writeHead(isDown ? 503 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(counted));
  });
  await new Promise<void>((listening) => project.listen(0, '127.0.0.1', listening));
});
afterAll(() => project.close());
beforeEach(() => {
  calls = [];
  isDown = false;
});

/** A new process with these settings. */
async function start(variables: Record<string, string>) {
  jest.resetModules();
  globalThis.countersign = undefined;
  for (const name of ['METRICS_TOKEN', 'METRICS_PORT']) delete process.env[name];
  Object.assign(process.env, variables, {
    SUPABASE_URL: `http://127.0.0.1:${(project.address() as AddressInfo).port}`,
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_test',
    SUPABASE_SECRET_KEY: 'sb_secret_test',
  });
  startCounting();
  return {
    route: await import('../../app/api/metrics/route'),
    unknown: await import('../../app/api/[...unknown]/route'),
    ...(await import('./answer-metrics')),
  };
}

const ask = (headers: Record<string, string> = {}) =>
  new Request('http://localhost/api/metrics', { headers });
const bearer = { authorization: `Bearer ${token}` };

async function describe(response: Response) {
  return { status: response.status, headers: [...response.headers], body: await response.text() };
}

test.each<[string, Record<string, string>, Record<string, string>]>([
  ['are off', {}, bearer],
  ['require a token that is missing', { METRICS_TOKEN: token }, {}],
  [
    'require a token of which half was sent',
    { METRICS_TOKEN: token },
    { authorization: `Bearer ${token.slice(1)}` },
  ],
  ['require a token that was sent without Bearer', { METRICS_TOKEN: token }, { authorization: token }],
  ['have their own port', { METRICS_PORT: '9464' }, {}],
  ['have their own port and a token', { METRICS_PORT: '9464', METRICS_TOKEN: token }, bearer],
])('if metrics %s, visitors get the response for a missing path', async (_case, variables, headers) => {
  const { route, unknown } = await start(variables);
  const there = await describe(await route.GET(ask(headers)));
  expect(there).toEqual(await describe(unknown.GET()));
  expect(there.status).toBe(404);
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const)
    expect(await describe(route[method]())).toEqual(there);
  // And the request makes no call.
  expect(calls).toEqual([]);
});

test('a request with the token gets metrics in the accepted format, and they are not cached', async () => {
  const { route } = await start({ METRICS_TOKEN: token });
  const text = await route.GET(ask(bearer));
  expect([text.status, text.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(text.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  const written = await text.text();
  expect(written).toContain('countersign_outbox_oldest_seconds 61.5\n');
  expect(written).toContain('countersign_app_events_oldest_seconds 0\n');
  expect(written).toContain('countersign_grants_live 7\n');
  expect(written).toContain('countersign_database_counts_read 1\n');

  const accept = 'application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.2';
  const open = await route.GET(ask({ ...bearer, accept }));
  expect(open.headers.get('content-type')).toContain('application/openmetrics-text');
  expect((await open.text()).endsWith('# EOF\n')).toBe(true);
});

test('on their own port metrics require a token only if one is set', async () => {
  const open = await start({ METRICS_PORT: '9464' });
  expect(await open.answerMetrics('own', { authorization: null, accept: null })).not.toBeNull();
  const closed = await start({ METRICS_PORT: '9464', METRICS_TOKEN: token });
  expect(await closed.answerMetrics('own', { authorization: null, accept: null })).toBeNull();
  expect(
    await closed.answerMetrics('own', { authorization: `Bearer ${token}`, accept: null }),
  ).not.toBeNull();
});

test('any number of monitors cause one query in 15 seconds', async () => {
  const { route } = await start({ METRICS_TOKEN: token });
  await Promise.all(Array.from({ length: 20 }, () => route.GET(ask(bearer))));
  await route.GET(ask(bearer));
  expect(calls).toEqual(['/rest/v1/rpc/count_for_operators']);
});

test('without the database its gauges are missing, and those of the process stay', async () => {
  isDown = true;
  const { route } = await start({ METRICS_TOKEN: token });
  const answer = await route.GET(ask(bearer));
  const written = await answer.text();
  expect(answer.status).toBe(200);
  expect(written).toContain('countersign_database_counts_read 0\n');
  expect(written).not.toMatch(/^countersign_outbox_waiting /m);
  expect(written).toMatch(/^process_resident_memory_bytes \d+$/m);
});
