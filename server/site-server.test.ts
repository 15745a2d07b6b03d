import { once } from 'node:events';
import { Agent, get, IncomingMessage, type ServerOptions, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { readPeer } from '../lib/http/client-address';
import { peerHeader } from '../lib/http/request-headers';
import { wantedStatuses } from '../lib/http/response-status';
import { currentRequestAge } from '../lib/log/log';
import { shareInProcess } from '../lib/share-in-process';
import { listOwnHosts } from './check-request';
import { createSiteServer, serverLimits } from './site-server';

const siteUrl = 'https://countersign.example';
/** An hour, for tests that expect no timeout, so that none ends on a slow machine. */
const never = 60 * 60 * 1000;
const largest = serverLimits.largestBodyInBytes;

/** A handler that never answers. */
function leaveUnanswered(): void {
  // Empty: the connection decides the test.
}

type Site = {
  port: number;
  /** The bodies that reached the handler. */
  bodies: string[];
  bytesRead(): number;
  open(): number;
  /** Connections with an unread response. */
  unread(): number;
};

const running: Array<() => void> = [];
let testsEnded = 0;
afterEach(() => {
  testsEnded += 1;
  for (const stop of running.splice(0)) stop();
  jest.restoreAllMocks();
});

/** Polls after each turn of the event loop, but only until its test ends, so that a failed test doesn't slow the next ones down. */
async function until(isSo: () => boolean): Promise<void> {
  const own = testsEnded;
  while (!isSo() && own === testsEnded) await new Promise((turn) => setImmediate(turn));
}

async function startSite(
  limits: Partial<typeof serverLimits> = {},
  answer?: (request: IncomingMessage, response: ServerResponse) => void,
  options: ServerOptions = {},
  rules: Partial<Parameters<typeof createSiteServer>[0]> = {},
): Promise<Site> {
  const bodies: string[] = [];
  const sockets: Socket[] = [];
  const server = createSiteServer({
    siteUrl,
    findRoute: () => ({ name: '/', isPage: true, actions: new Set() }),
    limits: { silenceInMilliseconds: never, ...limits },
    nodeOptions: options,
    ...rules,
    handle: (request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (piece: string) => {
        body += piece;
      });
      request.once('end', () => {
        bodies.push(body);
        if (answer) answer(request, response);
        else response.end(`took ${body.length}`);
      });
    },
  });
  server.on('connection', (socket) => sockets.push(socket));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  running.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    bodies,
    open: () => sockets.filter((socket) => !socket.destroyed).length,
    unread: () => sockets.filter((socket) => !socket.destroyed && socket.writableLength > 0).length,
    bytesRead: () => sockets.reduce((sum, socket) => sum + socket.bytesRead, 0),
  };
}

/** A connection for raw bytes. */
function open({ port }: Site) {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  // A connection that is cut may emit an error on either side; `close` follows.
  const failures: Error[] = [];
  socket.on('error', (error) => failures.push(error));
  running.push(() => socket.destroy());
  return {
    socket,
    send: (text: string) => new Promise<void>((written) => socket.write(text, () => written())),
    /** Everything received, once it matches. Fails if the connection ends first. */
    async receive(pattern: RegExp): Promise<string> {
      const gone = closed.then(() => 'closed');
      while (!pattern.test(received)) {
        if ((await Promise.race([once(socket, 'data'), gone])) === 'closed' && !pattern.test(received))
          throw new Error(`The connection ended after ${JSON.stringify(received)}.`);
      }
      return received;
    },
    async ended(): Promise<string> {
      await closed;
      return received;
    },
  };
}

const head = (length: string, path = '/sign-in', more = '') =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nOrigin: ${siteUrl}\r\nContent-Type: text/plain\r\n${length}\r\n${more}\r\n`;
const lengthOf = (bytes: number) => `Content-Length: ${bytes}`;
const chunked = 'Transfer-Encoding: chunked';
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

it('a stalled body ends its connection after the earlier request is answered, and reaches no handler', async () => {
  const site = await startSite({ silenceInMilliseconds: 50 });
  const visitor = open(site);
  await visitor.send(`${head(lengthOf(2))}ok${head(lengthOf(1000))}the first bytes`);
  const received = await visitor.ended();
  expect(received).toMatch(/^HTTP\/1\.1 200 .*HTTP\/1\.1 408 .*connection: close/is);
  expect(received).toContain("That didn't arrive in time.");
  expect(site.bodies).toEqual(['ok']);
});

it('a 50 MB body without a length is cut at the limit', async () => {
  const site = await startSite();
  const visitor = open(site);
  const piece = chunk('x'.repeat(64 * 1024));
  await visitor.send(head(chunked) + piece);
  expect(await visitor.receive(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 413 /);
  for (let sent = 0; sent < 50 * 1024 * 1024 && !visitor.socket.destroyed; sent += piece.length) {
    await Promise.race([visitor.send(piece), visitor.ended()]);
  }
  await visitor.ended();
  expect(site.bodies).toEqual([]);
  expect(site.bytesRead()).toBeLessThan(2 * 1024 * 1024);
});

it('a client that exceeds the limit slightly can read the error and continue', async () => {
  const site = await startSite();
  const visitor = open(site);
  const body = 'x'.repeat(largest + 1);
  await visitor.send(`${head(lengthOf(body.length)) + body + head(lengthOf(2))}ok`);
  const received = await visitor.receive(/took 2/);
  expect(received).toMatch(/^HTTP\/1\.1 413 /);
  expect(site.bodies).toEqual(['ok']);
});

it('a refused client that sends neither the rest nor an end holds no connection', async () => {
  const site = await startSite({ silenceInMilliseconds: 50 });
  const visitor = open(site);
  await visitor.send(`${head(chunked, '/_next/static/x.js')}${chunk('the first bytes')}`);
  expect(await visitor.receive(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 405 /);
  await visitor.ended();
  expect(site.open()).toBe(0);
});

it('stalled headers are answered with 408', async () => {
  const site = await startSite({ silenceInMilliseconds: 50 }, undefined, {
    connectionsCheckingInterval: 20,
  });
  const visitor = open(site);
  await visitor.send('POST /sign-in HTTP/1.1\r\nHost: x\r\n');
  expect(await visitor.ended()).toMatch(/^HTTP\/1\.1 408 /);
});

it('a body announced with Expect is requested only when it may come', async () => {
  const site = await startSite();
  const polite = open(site);
  await polite.send(head(lengthOf(2), '/sign-in', 'Expect: 100-continue\r\n'));
  expect(await polite.receive(/\r\n\r\n/)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  await polite.send('ok');
  await polite.receive(/took 2/);

  const greedy = open(site);
  await greedy.send(head(lengthOf(largest + 1), '/sign-in', 'Expect: 100-continue\r\n'));
  const answer = await greedy.ended();
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).not.toContain('100 Continue');
  expect(site.bodies).toEqual(['ok']);
});

it('pipelined requests above the limit end their connection and leave no state, nor do those whose sender left before their turn', async () => {
  const outcomes = shareInProcess('session-outcomes', () => new Map<string, unknown>());
  const lines = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  const most = serverLimits.mostRequestsAtOnce;
  const site = await startSite({}, leaveUnanswered, {}, { log: true });
  const kept = () => [wantedStatuses.size, outcomes.size];
  const before = kept();
  const piled = open(site);
  await piled.send('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(most + 20));
  expect(await piled.ended()).toBe('');
  expect(site.bodies.length).toBeLessThanOrEqual(most);
  site.bodies.length = 0;
  const leaving = open(site);
  await leaving.send('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(most));
  await until(() => site.bodies.length >= most);
  leaving.socket.resetAndDestroy();
  await until(() => kept().every((size, which) => size === before[which]));
  const written = lines.mock.calls.filter(([line]) => String(line).includes('"status":499'));
  lines.mockRestore();
  expect(written).toHaveLength(2 * most);
});

it('a client waiting for its response is never closed, and a newcomer is refused when all are waiting', async () => {
  const answers: ServerResponse[] = [];
  const site = await startSite({ mostConnections: 2 }, (_request, response) => answers.push(response));
  const waiting: Array<ReturnType<typeof open>> = [];
  while (waiting.length < 2) {
    const one = open(site);
    waiting.push(one);
    await one.send('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await until(() => answers.length >= waiting.length);
  }
  expect(await open(site).ended()).toBe('');
  for (const answer of answers) answer.end('late');
  for (const one of waiting) await one.receive(/late/);
});

it('where all responses are unread, newcomers take the place of the one unread for longest', async () => {
  const most = 5;
  /** More than the buffers of a loopback connection hold, in pieces as when a file is sent. */
  const large = 16 * 1024 * 1024;
  const site = await startSite({ mostConnections: most }, (request, response) => {
    if (request.url === '/') return response.end('small');
    return Readable.from(Array.from({ length: large / 65_536 }, () => Buffer.alloc(65_536))).pipe(response);
  });
  const askFor = async (path: string) => {
    const visitor = open(site);
    await visitor.send(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    return visitor;
  };
  const deaf: Awaited<ReturnType<typeof askFor>>[] = [];
  const addDeaf = async () => {
    const one = await askFor('/large');
    one.socket.pause();
    deaf.push(one);
    await until(() => site.unread() >= Math.min(deaf.length, most));
  };
  while (deaf.length < most) await addDeaf();
  for (let count = 0; count < 3; count++) {
    expect(await (await askFor('/')).ended()).toMatch(/small$/);
    await addDeaf();
  }
  for (const { socket } of deaf) socket.resume();
  const received = await Promise.all(deaf.map(({ ended }) => ended()));
  // Each newcomer replaced one, and so did each later unread one.
  const isWhole = received.map(({ length }) => length > large);
  expect(isWhole).toEqual([false, false, false, ...Array(most).fill(true)]);
});

it("a response that its client doesn't read does not hold its connection forever", async () => {
  const site = await startSite({ idleInMilliseconds: 100 }, (_request, response) => {
    response.end(Buffer.alloc(64 * 1024 * 1024));
  });
  const deaf = open(site);
  deaf.socket.pause();
  await deaf.send('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await until(() => site.open() === 0);
  expect(site.bodies).toEqual(['']);
});

it.each(['1', '2', '3', 'x'])(
  "pages get the peer's address from this server only, no forwarded protocol and no upgrade header, and for prefetching %s the kind they know",
  async (kind) => {
    const site = await startSite({}, ({ headers }, response) => {
      const peer = readPeer(new Headers(headers as Record<string, string>));
      const { 'x-forwarded-proto': proxied, upgrade, 'next-router-prefetch': prefetch } = headers;
      response.end(JSON.stringify([peer, proxied ?? '', upgrade ?? '', prefetch]));
    });
    const visitor = open(site);
    const forged = `${peerHeader}: forged 192.0.2.1\r\nX-Forwarded-Proto: https\r\nConnection: Upgrade\r\nUpgrade: websocket`;
    await visitor.send(`GET / HTTP/1.1\r\nHost: x\r\nNext-Router-Prefetch: ${kind}\r\n${forged}\r\n\r\n`);
    await visitor.receive(/\["127\.0\.0\.1","","","1"\]/);
  },
);

it('a server for this machine only accepts its own name and the loopback names, any other server all names', async () => {
  const isOwn = listOwnHosts('http://site.example:3000');
  const own = ['site.example:3000', 'SITE.example', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000'];
  const foreign = [
    'evil.example',
    'localhost.evil.example',
    '10.0.0.3:3000',
    '',
    'localhost@evil',
    undefined,
  ];
  expect([...own, ...foreign].filter(isOwn)).toEqual(own);
  const visitor = open(await startSite());
  await visitor.send('GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n');
  await visitor.receive(/^HTTP\/1\.1 200 /);
});

test('a request of a burst counts from its arrival, and not from the end of those before it', async () => {
  const ages: number[] = [];
  let first = 0;
  const bothCame = Promise.withResolvers<void>();
  const server = createSiteServer({ siteUrl, findRoute: () => undefined, handle });
  function handle(_request: IncomingMessage, response: ServerResponse) {
    if (ages.push(currentRequestAge()) === 2) bothCame.resolve();
    // The first keeps the process busy for 50 ms by the clock, whatever the machine's speed.
    first ||= performance.now();
    while (performance.now() < first + 50);
    response.end();
  }
  const site = await startSite();
  for (let sent = 0; sent < 2; sent++) {
    const request = new IncomingMessage(connect(site.port, '127.0.0.1'));
    running.push(() => request.socket.destroy());
    Object.assign(request, { method: 'GET', url: '/', headers: {} });
    server.emit('request', request, new ServerResponse(request));
  }
  await bothCame.promise;
  expect(ages[1]).toBeGreaterThanOrEqual(50);
});

test('a closing server does not wait for a connection that was busy then and is idle now', async () => {
  const busy = Promise.withResolvers<ServerResponse>();
  const server = createSiteServer({
    siteUrl,
    findRoute: () => undefined,
    handle: (_request, response) => busy.resolve(response),
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const agent = new Agent({ keepAlive: true });
  const port = (server.address() as AddressInfo).port;
  const answer = new Promise<unknown>((resolve) => {
    get({ port, host: '127.0.0.1', agent }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.headers['keep-alive']));
    });
  });
  const response = await busy.promise;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  response.end('late');
  expect(await answer).toBe('timeout=65');
  await closed;
  agent.destroy();
});

test("an error thrown by Next.js is answered as the site's own failure", async () => {
  const said = jest.spyOn(console, 'error').mockReturnValue();
  const site = await startSite({}, () => undefined);
  const failing = createSiteServer({
    siteUrl,
    findRoute: () => undefined,
    handle: () => Promise.reject(new Error('inside')),
  });
  running.push(() => failing.close().closeAllConnections());
  await new Promise<void>((listening) => failing.listen(0, '127.0.0.1', listening));
  const visitor = open({ ...site, port: (failing.address() as AddressInfo).port });
  await visitor.send('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const answer = await visitor.receive(/\r\n\r\n/);
  expect(answer).toMatch(/^HTTP\/1\.1 500 /);
  expect(answer).not.toContain('inside');
  expect(said.mock.calls.flat().join()).toContain('failed in Next.js');
  said.mockRestore();
});
