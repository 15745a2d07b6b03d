import { once } from 'node:events';
import { Agent, get, IncomingMessage, type ServerOptions, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { getCloneableBody } from 'next/dist/server/body-streams';
import { readPeer } from '../lib/http/forward-peer-address';
import { peerHeader } from '../lib/http/request-headers';
import { wantedStatuses } from '../lib/http/response-status';
import { standardHeaders } from '../lib/http/standard-headers';
import { currentRequestAge } from '../lib/log/request-context';
import { shareInProcess } from '../lib/share-in-process';
import { listOwnHosts } from './check-request';
import { createSiteServer, serverLimits } from './site-server';

const siteUrl = 'https://countersign.example';
/** An hour: what a test that waits for nobody's silence sets, so that no slow machine ends it. */
const never = 60 * 60 * 1000;
const largest = serverLimits.largestBodyInBytes;

/** The handler is busy for longer than the test. */
function leaveUnanswered(): void {
  // Nothing: the connection decides.
}

type Site = {
  port: number;
  /** The bodies that reached the handler. */
  bodies: string[];
  bytesRead(): number;
  open(): number;
  /** Connections whose answer waits for its reader. */
  unread(): number;
};

const running: Array<() => void> = [];
let testsEnded = 0;
afterEach(() => {
  testsEnded += 1;
  for (const stop of running.splice(0)) stop();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** Asks after each turn of the event loop, until the test ends: one that was too slow would otherwise keep those after it waiting. */
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

/** A connection that a test writes to byte for byte. */
function open({ port }: Site) {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  // A connection that is cut may say so on either side; `close` follows.
  const failures: Error[] = [];
  socket.on('error', (error) => failures.push(error));
  running.push(() => socket.destroy());
  return {
    socket,
    send: (text: string) => new Promise<void>((written) => socket.write(text, () => written())),
    /** Everything received, once it matches. Fails when the connection ends before. */
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
/** Apps' servers ask there; a page's form always says how long it is. */
const ofAnyLength = '/oauth/token';
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

describe.each(['/sign-in', '/api/v1/proofs', '/proofs/x/badge.svg'])('at %s', (path) => {
  it('a body that stalls is ended with 408, and nobody is asked to answer it', async () => {
    const site = await startSite({ silenceInMilliseconds: 50 });
    const visitor = open(site);
    await visitor.send(`${head(lengthOf(1000), path)}the first bytes`);
    const answer = await visitor.ended();
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toMatch(/connection: close/i);
    expect(answer).toContain("That didn't arrive in time.");
    expect(site.bodies).toEqual([]);
  });

  it('50 MB are refused by their length, without being read', async () => {
    const site = await startSite();
    const visitor = open(site);
    await visitor.send(head(lengthOf(50 * 1024 * 1024), path));
    const answer = await visitor.ended();
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain("That's more than this form accepts.");
    expect(site.bodies).toEqual([]);
    expect(site.bytesRead()).toBeLessThan(2 * 1024);
  });

  it('50 MB that do not say their length are cut at the limit', async () => {
    const site = await startSite();
    const visitor = open(site);
    const piece = chunk('x'.repeat(64 * 1024));
    await visitor.send(head(chunked, path) + piece);
    expect(await visitor.receive(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 413 /);
    for (let sent = 0; sent < 50 * 1024 * 1024 && !visitor.socket.destroyed; sent += piece.length) {
      await Promise.race([visitor.send(piece), visitor.ended()]);
    }
    await visitor.ended();
    expect(site.bodies).toEqual([]);
    expect(site.bytesRead()).toBeLessThan(2 * 1024 * 1024);
  });
});

it('a body of exactly the limit passes, and one byte more is refused, said or not', async () => {
  const site = await startSite();
  for (const over of [0, 1]) {
    const body = 'x'.repeat(largest + over);
    for (const text of [
      head(lengthOf(body.length)) + body,
      `${head(chunked, ofAnyLength) + chunk(body.slice(1)) + chunk('x')}0\r\n\r\n`,
    ]) {
      const visitor = open(site);
      await visitor.send(text);
      expect(await visitor.receive(/\r\n\r\n/)).toMatch(over ? /^HTTP\/1\.1 413 / : /^HTTP\/1\.1 200 /);
    }
  }
  expect(site.bodies.map((body) => body.length)).toEqual([largest, largest]);
});

it('who sends a little too much gets to read why, and may go on', async () => {
  const site = await startSite();
  const visitor = open(site);
  const body = 'x'.repeat(largest + 1);
  await visitor.send(`${head(lengthOf(body.length)) + body + head(lengthOf(2))}ok`);
  const received = await visitor.receive(/took 2/);
  expect(received).toMatch(/^HTTP\/1\.1 413 /);
  expect(site.bodies).toEqual(['ok']);
});

it('who is refused and sends neither the rest nor an end holds no connection', async () => {
  const site = await startSite({ silenceInMilliseconds: 50 });
  const visitor = open(site);
  await visitor.send(`${head(chunked, '/_next/static/x.js')}${chunk('the first bytes')}`);
  expect(await visitor.receive(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 405 /);
  await visitor.ended();
  expect(site.open()).toBe(0);
});

it('a slow but steady body passes, whatever its pieces', async () => {
  const site = await startSite();
  const visitor = open(site);
  await visitor.send(head(chunked, ofAnyLength));
  const text = 'slow but steady '.repeat(8);
  for (const letter of text) await visitor.send(chunk(letter));
  await visitor.send('0\r\n\r\n');
  await visitor.receive(/took 128/);
  expect(site.bodies).toEqual([text]);
});

it('a body cut into more pieces than anybody has a use for ends the connection, before it is large', async () => {
  const site = await startSite();
  const visitor = open(site);
  await visitor.send(head(chunked, ofAnyLength) + chunk('x').repeat(1500));
  expect(await visitor.ended()).toBe('');
  expect(site.bodies).toEqual([]);
  const most = open(site);
  await most.send(`${head(chunked, ofAnyLength)}${chunk('x').repeat(1024)}0\r\n\r\n`);
  await most.receive(/took 1024/);
  const whole = open(site);
  await whole.send(head(lengthOf(3000)));
  for (let sent = 0; sent < 3000; sent += 1) await whole.send('x');
  await whole.receive(/took 3000/);
});

it('each byte that arrives begins the silence anew, and the first silence that is too long ends it', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] });
  const silence = 10_000;
  const site = await startSite({ silenceInMilliseconds: silence });
  const patient = open(site);
  await patient.send(head(lengthOf(3)));
  for (const letter of 'abc') {
    const before = site.bytesRead();
    await patient.send(letter);
    await until(() => site.bytesRead() !== before);
    jest.advanceTimersByTime(silence - 1);
  }
  await patient.receive(/took 3/);
  const stalled = open(site);
  const before = site.bytesRead();
  await stalled.send(head(lengthOf(3)));
  await until(() => site.bytesRead() !== before);
  jest.advanceTimersByTime(silence);
  expect(await stalled.ended()).toMatch(/^HTTP\/1\.1 408 /);
  jest.useRealTimers();
});

it('somebody who waits for an answer is not hurried', async () => {
  const asked = Promise.withResolvers<ServerResponse>();
  const site = await startSite({ silenceInMilliseconds: 50 }, (_request, response) =>
    asked.resolve(response),
  );
  const visitor = open(site);
  await visitor.send(`${head(lengthOf(2))}ok`);
  const response = await asked.promise;
  // Longer than the silence that a body is allowed: measured by another connection that is ended by it.
  const stalled = open(site);
  await stalled.send(head(lengthOf(2)));
  expect(await stalled.ended()).toMatch(/^HTTP\/1\.1 408 /);
  response.end('late');
  expect(await visitor.receive(/late/)).toMatch(/^HTTP\/1\.1 200 /);
});

it('headers that stall are ended with 408', async () => {
  const site = await startSite({ silenceInMilliseconds: 50 }, undefined, {
    connectionsCheckingInterval: 20,
  });
  const visitor = open(site);
  await visitor.send('POST /sign-in HTTP/1.1\r\nHost: x\r\n');
  expect(await visitor.ended()).toMatch(/^HTTP\/1\.1 408 /);
});

it('a body that is announced with Expect is asked for only when it may come', async () => {
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

it('a stalled body behind a pipelined request is ended as well, after the first one is answered', async () => {
  const site = await startSite({ silenceInMilliseconds: 50 });
  const visitor = open(site);
  await visitor.send(`${head(lengthOf(2))}ok${head(lengthOf(2))}n`);
  const received = await visitor.ended();
  expect(received).toMatch(/^HTTP\/1\.1 200 /);
  expect(received).toContain('HTTP/1.1 408 ');
  expect(site.bodies).toEqual(['ok']);
});

it('requests piled up on one connection without waiting for answers end it', async () => {
  const site = await startSite({}, leaveUnanswered);
  const visitor = open(site);
  await visitor.send('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(500));
  expect(await visitor.ended()).toBe('');
  expect(site.bodies.length).toBeLessThanOrEqual(serverLimits.mostRequestsAtOnce);
});

it('nothing is kept of requests whose sender left before their turn, nor of any that the server does not take', async () => {
  const outcomes = shareInProcess('session-outcomes', () => new Map<string, unknown>());
  const lines = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  const most = serverLimits.mostRequestsAtOnce;
  const site = await startSite({}, leaveUnanswered, {}, { log: true });
  const kept = () => [wantedStatuses.size, outcomes.size];
  const before = kept();
  const piled = open(site);
  await piled.send('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(most + 20));
  await piled.ended();
  const leaving = open(site);
  await leaving.send('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(most));
  await until(() => site.bodies.length >= most);
  leaving.socket.resetAndDestroy();
  await until(() => kept().every((size, which) => size === before[which]));
  const written = lines.mock.calls.filter(([line]) => String(line).includes('"status":499'));
  lines.mockRestore();
  expect(written).toHaveLength(2 * most);
});

it('connections that rest, stall or never say a word give way to who asks for something, the oldest first', async () => {
  const site = await startSite({ mostConnections: 10 });
  const resting = open(site);
  await resting.send('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await resting.receive(/took 0/);
  const stalled = open(site);
  await stalled.send(head(lengthOf(2)));
  const silent = Array.from({ length: 30 }, () => open(site));
  await resting.ended();
  await stalled.ended();
  await silent[0]?.ended();
  const visitor = open(site);
  await visitor.send(`${head(lengthOf(2))}ok`);
  await visitor.receive(/took 2/);
});

it('thousands of connections in one turn shut nobody out who asks for something', async () => {
  const site = await startSite({ mostConnections: 10 });
  const idle = Array.from({ length: 300 }, () => open(site));
  await Promise.all(idle.map(({ socket }) => once(socket, 'connect')));
  const visitor = open(site);
  await visitor.send('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(await visitor.receive(/took 0/)).toMatch(/^HTTP\/1\.1 200 /);
  // The oldest have given way: of all only as many stand as may.
  await Promise.all(idle.slice(0, 291).map((one) => one.ended()));
  expect(site.open()).toBe(10);
});

it('who has sent more than one request is waited for until the last of them is answered', async () => {
  const answers: ServerResponse[] = [];
  const site = await startSite({ mostConnections: 2 }, (_request, response) => answers.push(response));
  const patient = open(site);
  await patient.send('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2));
  await until(() => answers.length >= 2);
  answers[0]?.end('first');
  await patient.receive(/first/);
  const idle = [open(site), open(site)];
  await idle[0]?.ended();
  answers[1]?.end('second');
  await patient.receive(/second/);
});

it('a whole request is read to its end although its sender has gone, and nothing fails', async () => {
  const read = Promise.withResolvers<string>();
  const arrived = Promise.withResolvers<IncomingMessage>();
  const server = createSiteServer({
    siteUrl,
    findRoute: () => undefined,
    limits: { silenceInMilliseconds: never },
    handle: (request) => arrived.resolve(request),
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  running.push(() => server.close());
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await new Promise<void>((written) => socket.write(`${head(lengthOf(5))}whole`, () => written()));
  const request = await arrived.promise;
  const gone = once(request.socket, 'close');
  socket.destroy();
  await gone;
  // Next.js's way of reading it, at which an error of the request would be thrown.
  request
    .on('error', read.reject)
    .pipe(new PassThrough())
    .on('error', read.reject)
    .on('data', (piece) => read.resolve(String(piece)));
  expect(await read.promise).toBe('whole');
});

it('a request that nobody reads does not fail either as its sender goes, in whose place Next.js has put a copy', async () => {
  const copied = Promise.withResolvers<IncomingMessage>();
  const server = createSiteServer({
    siteUrl,
    findRoute: () => undefined,
    handle: async (request) => {
      // As Next.js does around the middleware.
      const body = getCloneableBody(request);
      body.cloneBodyStream();
      await body.finalize();
      copied.resolve(request);
    },
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  running.push(() => server.close());
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await new Promise<void>((written) => socket.write(`${head(lengthOf(5))}whole`, () => written()));
  const request = await copied.promise;
  const failed = jest.fn();
  request.on('error', failed);
  const gone = once(request.socket, 'close');
  socket.destroy();
  await gone;
  await new Promise((turn) => setImmediate(turn));
  expect(failed).not.toHaveBeenCalled();
});

it('who waits for an answer gives way to nobody, and who comes when all do is turned away', async () => {
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

describe('where no place is free and nobody reads', () => {
  const most = 5;
  /** More than the buffers of a loopback connection hold, in pieces as files come. */
  const large = 64 * 1024 * 1024;
  const start = () => {
    const asked = Promise.withResolvers<ServerResponse>();
    const answer = (request: IncomingMessage, response: ServerResponse) => {
      if (request.url === '/') return response.end('small');
      if (request.url === '/at-once') return response.end(Buffer.alloc(large));
      if (request.url === '/later') return asked.resolve(response);
      const pieces = Array.from({ length: large / 65_536 }, () => Buffer.alloc(65_536));
      return Readable.from(pieces).pipe(response);
    };
    return startSite({ mostConnections: most }, answer).then((site) => ({ ...site, asked: asked.promise }));
  };
  const askFor = async (site: Site, path: string) => {
    const visitor = open(site);
    await visitor.send(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    return visitor;
  };
  const openDeaf = async (site: Site, path = '/in-pieces') => {
    const deaf = await askFor(site, path);
    deaf.socket.pause();
    return deaf;
  };
  const untilStuck = async (site: Site, count: number) => {
    await until(() => site.unread() >= count);
  };

  it('newcomers are answered, in the place of the one that has taken nothing for longest', async () => {
    const site = await start();
    const deaf = [];
    for (let count = 0; count < most; count++) {
      deaf.push(await openDeaf(site));
      await untilStuck(site, count + 1);
    }
    for (let count = 0; count < 3; count++) {
      const newcomer = await askFor(site, '/');
      expect(await newcomer.ended()).toMatch(/small$/);
      deaf.push(await openDeaf(site));
      await untilStuck(site, most);
    }
    for (const { socket } of deaf) socket.resume();
    const received = await Promise.all(deaf.map(({ ended }) => ended()));
    // Each newcomer took the place of one, and so did each that came after it and reads nothing either.
    const isWhole = received.map(({ length }) => length > large);
    expect(isWhole).toEqual([false, false, false, ...Array(most).fill(true)]);
  });

  it('newcomers that come before one of them has sent its request are all answered', async () => {
    const site = await start();
    for (let count = 0; count < most; count++) {
      await openDeaf(site);
      await untilStuck(site, count + 1);
    }
    const newcomers = [open(site), open(site), open(site)];
    await until(() => site.unread() <= most - newcomers.length);
    for (const newcomer of newcomers) {
      await newcomer.send('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
      expect(await newcomer.ended()).toMatch(/small$/);
    }
  });

  it('an answer that took long to make has not waited for its reader meanwhile', async () => {
    const site = await start();
    const late = await openDeaf(site, '/later');
    const response = await site.asked;
    const deaf = await openDeaf(site);
    await untilStuck(site, 1);
    expect(await (await askFor(site, '/')).ended()).toMatch(/small$/);
    response.end(Buffer.alloc(large));
    await untilStuck(site, 2);
    while (site.open() < most) await openDeaf(site);
    await untilStuck(site, most);
    expect(await (await askFor(site, '/')).ended()).toMatch(/small$/);
    for (const { socket } of [late, deaf]) socket.resume();
    expect((await deaf.ended()).length).toBeLessThan(large);
    expect((await late.ended()).length).toBeGreaterThan(large);
  });

  it.each(['in-pieces', 'at-once'])(
    'a slow reader that came first gets its answer whole, sent %s',
    async (path) => {
      const site = await start();
      const slow = await openDeaf(site, `/${path}`);
      await untilStuck(site, 1);
      let taken = 0;
      slow.socket.removeAllListeners('data').on('readable', () => undefined);
      const take = async (bytes: number) => {
        for (const until = taken + bytes; taken < until && !slow.socket.destroyed; ) {
          const piece = slow.socket.read() as string | null;
          if (piece === null) await Promise.race([once(slow.socket, 'readable'), slow.ended()]);
          else taken += piece.length;
        }
      };
      for (let count = 1; count <= 4 * most; count++) {
        await openDeaf(site);
        await untilStuck(site, Math.min(1 + count, most));
        await take(large / (5 * most));
        expect(slow.socket.destroyed).toBe(false);
      }
      await take(large);
      expect(taken).toBeGreaterThan(large);
    },
  );
});

it('an answer that nobody reads does not hold its connection for ever', async () => {
  const site = await startSite({ idleInMilliseconds: 100 }, (_request, response) => {
    response.end(Buffer.alloc(64 * 1024 * 1024));
  });
  const deaf = open(site);
  deaf.socket.pause();
  await deaf.send('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await until(() => site.open() === 0);
  expect(site.bodies).toEqual(['']);
});

it('a connection that asks for another protocol gets an answer like any other, and nobody hears of what it asked', async () => {
  const site = await startSite({}, ({ headers }, response) => response.end(headers.upgrade ?? 'took 0'));
  const visitor = open(site);
  await visitor.send('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  expect(await visitor.receive(/took 0/)).toMatch(/^HTTP\/1\.1 200 /);
});

describe('a server for this machine alone', () => {
  const own = { isOwnHost: listOwnHosts('http://site.example:3000') };
  const ask = async (rules: typeof own | undefined, ...hosts: string[]) => {
    const visitor = open(await startSite({}, undefined, {}, rules));
    const lines = hosts.map((host) => `Host: ${host}\r\n`).join('');
    await visitor.send(`GET / HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`);
    return (await visitor.ended()).split('\r\n')[0];
  };

  it.each(['site.example:3000', 'SITE.example', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000'])(
    'answers to %s',
    async (host) => expect(await ask(own, host)).toBe('HTTP/1.1 200 OK'),
  );

  it.each([
    'evil.example',
    'evil.example:3000',
    'localhost.evil.example',
    '10.0.0.3:3000',
    '',
    'localhost@evil',
  ])('refuses the name %s, which a page elsewhere can point at this machine', async (host) =>
    expect(await ask(own, host)).toBe('HTTP/1.1 403 Forbidden'),
  );

  it('leaves the choice of names to a proxy anywhere else', async () => {
    expect(await ask(undefined, 'evil.example')).toBe('HTTP/1.1 200 OK');
  });

  it.each([[own], [undefined]])(
    'refuses two hosts anywhere, of which Node keeps the first',
    async (rules) => {
      expect(await ask(rules, 'localhost', 'evil.example')).toBe('HTTP/1.1 400 Bad Request');
      expect(await ask(rules, 'localhost', 'localhost')).toBe('HTTP/1.1 400 Bad Request');
    },
  );
});

it('a file that the build lacks is not found, with a policy and an id, and no page is asked for it', async () => {
  const isMissingFile = (pathname: string) => pathname === '/_next/static/gone.js';
  const site = await startSite({}, undefined, {}, { isMissingFile });
  const ask = async (path: string) => {
    const visitor = open(site);
    await visitor.send(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    return visitor.ended();
  };
  const gone = await ask('/_next/static/gone.js?dpl=1');
  expect(gone).toMatch(/^HTTP\/1\.1 404 /);
  expect(gone).toMatch(/content-security-policy: /i);
  expect(gone).toMatch(/x-request-id: /i);
  expect(site.bodies).toEqual([]);
  const there = await ask('/_next/static/there.js');
  expect(there).toMatch(/^HTTP\/1\.1 200 /);
  expect(there).not.toMatch(/x-request-id/i);
});

it.each([
  [siteUrl, 'max-age=31536000'],
  ['http://localhost:3000', undefined],
])('every answer of %s has the headers of the site, refused or not', async (ownUrl, encrypted) => {
  const site = await startSite({}, undefined, {}, { siteUrl: ownUrl });
  for (const line of ['GET /sign-in', 'GET /_next/static/x.js', 'DELETE /sign-in']) {
    const visitor = open(site);
    await visitor.send(`${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    const answer = await visitor.ended();
    for (const [name, value] of Object.entries(standardHeaders))
      expect(answer.toLowerCase()).toContain(`${name}: ${value}\r\n`.toLowerCase());
    expect(/^strict-transport-security: (.*)\r$/im.exec(answer)?.[1]).toBe(encrypted);
  }
});

it('an action that nobody can have sent is refused, and no page is asked for it', async () => {
  const site = await startSite();
  const visitor = open(site);
  await visitor.send(`${head(lengthOf(2), '/sign-in', 'Next-Action: x\r\n')}[]`);
  expect(await visitor.receive(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 400 /);
  expect(site.bodies).toEqual([]);
});

it('pages hear who is connected from this server alone, and nothing of the protocol that a proxy speaks', async () => {
  const site = await startSite({}, ({ headers }, response) =>
    response.end(
      `${readPeer(new Headers(headers as Record<string, string>))} ${headers['x-forwarded-proto']}`,
    ),
  );
  const visitor = open(site);
  await visitor.send(
    `GET / HTTP/1.1\r\nHost: x\r\n${peerHeader}: forged 192.0.2.1\r\nX-Forwarded-Proto: https\r\nConnection: close\r\n\r\n`,
  );
  expect(await visitor.ended()).toMatch(/127\.0\.0\.1 undefined$/);
});

it('of the kinds of prefetching only the one that this site knows is passed on', async () => {
  const kind = 'Next-Router-Prefetch';
  const site = await startSite({}, ({ headers }, response) =>
    response.end(`kind ${headers[kind.toLowerCase()]}`),
  );
  for (const [sent, passedOn] of [`${kind}: 1`, `${kind}: 2`, `${kind}: 3`, `${kind}: x`, 'X: y'].map(
    (line) => [line, line === 'X: y' ? 'undefined' : '1'],
  )) {
    const visitor = open(site);
    await visitor.send(`GET / HTTP/1.1\r\nHost: x\r\n${sent}\r\nConnection: close\r\n\r\n`);
    expect(await visitor.ended()).toMatch(new RegExp(`kind ${passedOn}$`));
  }
});

it('a state of the router that Next.js would fail at is refused, and one of its own is not', async () => {
  const site = await startSite();
  for (const [state, status] of [
    ['[]', 400],
    ['%', 400],
    [encodeURIComponent('["",{"children":["wallets",{}]},null,"refetch"]'), 200],
  ] as const) {
    const visitor = open(site);
    await visitor.send(`GET /sign-in.rsc HTTP/1.1\r\nHost: x\r\nNext-Router-State-Tree: ${state}\r\n\r\n`);
    expect(await visitor.receive(/\r\n\r\n/)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  }
  expect(site.bodies).toEqual(['']);
});

it.each([
  ['TRACE /sign-in', 405, 'GET, HEAD, POST'],
  ['POST /_next/static/x.js', 405, 'GET, HEAD'],
  ['POST /_next/image', 405, 'GET, HEAD'],
  ['POST /_next/data/x.json', 405, 'GET, HEAD'],
  ['POST /favicon.ico', 405, 'GET, HEAD'],
  ['POST /fonts/x.woff2', 405, 'GET, HEAD'],
  ['POST /style/x', 405, 'GET, HEAD'],
  ['PUT /icon.svg', 405, 'GET, HEAD'],
  ['POST /robots.txt', 405, 'GET, HEAD'],
  ['TRACE /api/health', 405, 'GET, HEAD, POST, OPTIONS, PUT, PATCH, DELETE'],
  ['DELETE /wallets', 405, 'GET, HEAD, POST'],
  ['OPTIONS *', 405, 'GET, HEAD, POST'],
  ['GET http://evil.example/', 400, undefined],
  ['GET /_next/static/%ff', 404, undefined],
  ['GET /api/v1/proofs/%', 404, undefined],
])('%s is answered with %i, in the words of the catalogue', async (line, status, allow) => {
  const site = await startSite();
  const visitor = open(site);
  await visitor.send(`${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  const answer = await visitor.ended();
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(/^allow: (.*)\r$/im.exec(answer)?.[1]).toBe(allow);
  const body = answer.slice(answer.indexOf('\r\n\r\n') + 4);
  if (line.includes('/api/')) expect(JSON.parse(body)).toHaveProperty('error.code');
  else expect(body).toMatch(/^[A-Z][^{}<>]*\.\n$/);
  expect(site.bodies).toEqual([]);
});

test('a request of a burst has come when it arrived, and not when those before it were dealt with', async () => {
  const ages: number[] = [];
  let first = 0;
  const bothCame = Promise.withResolvers<void>();
  const server = createSiteServer({ siteUrl, findRoute: () => undefined, handle });
  function handle(_request: IncomingMessage, response: ServerResponse) {
    if (ages.push(currentRequestAge()) === 2) bothCame.resolve();
    // The first keeps the whole process busy: by its clock, so that it is no matter how fast this machine is.
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

test('a server that is asked to end does not wait for a connection that was busy then and is idle now', async () => {
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

test('what Next.js throws is answered as a fault of ours', async () => {
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
