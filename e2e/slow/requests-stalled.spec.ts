import { networkInterfaces } from 'node:os';
import { startAppOnBackend } from '../fixtures/app-on-backend.ts';
import { encodeForm } from '../fixtures/page-forms.ts';
import { listPagePaths } from '../fixtures/page-paths.ts';
import { head, megabyte, openConnection } from '../fixtures/raw-connection.ts';
import { expect, test } from '../fixtures/test.ts';
import { openVisitor } from '../fixtures/visitor.ts';

const paths = [...listPagePaths(), '/sign-out', '/api/v1/proofs/nothing', '/api/health', '/api/nothing'];

test('a body that stalls is ended, whatever it was sent to', async ({ addresses: { siteUrl } }) => {
  const answers = paths.map(async (path) => {
    const visitor = openConnection(siteUrl);
    await visitor.send(`${head(siteUrl, path, 'Content-Length: 30000')}the first bytes`);
    const answer = await visitor.ended();
    return [path, answer.split('\r\n')[0], /connection: close/i.test(answer)];
  });
  const expected = paths.map((path) => [path, 'HTTP/1.1 408 Request Timeout', true]);
  expect(await Promise.all(answers)).toEqual(expected);
});

test('headers that stall are ended', async ({ addresses: { siteUrl } }) => {
  // Node looks at them twice a minute.
  const visitor = openConnection(siteUrl);
  await visitor.send('POST /sign-in HTTP/1.1\r\nHost: localhost\r\n');
  expect(await visitor.ended()).toMatch(/^HTTP\/1\.1 408 /);
});

test('50 MB that do not say their length are cut off in the middle', async ({ addresses: { siteUrl } }) => {
  const piece = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
  for (const path of ['/sign-in', '/api/health']) {
    const visitor = openConnection(siteUrl);
    const ended = visitor.ended();
    await visitor.send(head(siteUrl, path, 'Transfer-Encoding: chunked') + piece);
    // Who stops to read is told; who goes on is cut off.
    expect([path, (await visitor.answer()).split('\r\n')[0]]).toEqual([
      path,
      'HTTP/1.1 413 Payload Too Large',
    ]);
    while (!visitor.socket.destroyed && visitor.socket.bytesWritten < 50 * megabyte)
      await Promise.race([visitor.send(piece), ended]);
    await ended;
    // What the kernel had taken in between is part of this.
    expect(visitor.socket.bytesWritten).toBeLessThan(20 * megabyte);
  }
});

test('a body announced with Expect is not asked for when it is too large, and is when it may come', async ({
  addresses: { siteUrl },
}) => {
  const large = openConnection(siteUrl);
  await large.send(head(siteUrl, '/sign-in', `Content-Length: ${megabyte}`, 'Expect: 100-continue'));
  expect(await large.ended()).toMatch(/^HTTP\/1\.1 413 /);
  const small = openConnection(siteUrl);
  await small.send(head(siteUrl, '/sign-in', 'Content-Length: 2', 'Expect: 100-continue'));
  expect(await small.answer()).toMatch(/^HTTP\/1\.1 100 Continue/);
  small.socket.destroy();
});

test('too large a body behind another request on the same connection is refused as well', async ({
  addresses: { siteUrl },
}) => {
  const visitor = openConnection(siteUrl);
  const { host } = new URL(siteUrl);
  const first = `GET /api/health HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  await visitor.send(first + head(siteUrl, '/sign-in', `Content-Length: ${50 * megabyte}`));
  const answers = (await visitor.ended()).match(/^HTTP\/1\.1 \d+/gm);
  expect(answers).toEqual(['HTTP/1.1 200', 'HTTP/1.1 413']);
});

test('a form that arrives a byte at a time, slow but steady, does what it should', async ({ addresses }) => {
  const { siteUrl } = addresses;
  const visitor = openVisitor(siteUrl);
  const form = await visitor.findForm('/sign-in', 'Continue');
  const { body, contentType } = await encodeForm({ ...form.hidden, email: 'slow@example.com' });
  const connection = openConnection(siteUrl);
  const { host, origin } = new URL(siteUrl);
  const lines = [`POST /sign-in HTTP/1.1`, `Host: ${host}`, `Origin: ${origin}`];
  lines.push(`Content-Type: ${contentType}`, `Content-Length: ${body.length}`, 'Connection: close', '', '');
  connection.socket.setNoDelay(true);
  await connection.send(lines.join('\r\n'));
  for (const letter of body.toString('latin1')) await connection.send(letter);
  expect(await connection.ended()).toMatch(/^HTTP\/1\.1 303 /);
});

test('what asks for another protocol holds no connection that nothing ends', async ({ addresses }) => {
  const app = await startAppOnBackend(addresses);
  try {
    const { host } = new URL(app.siteUrl);
    for (const path of ['/nothing', '/sign-in', '/_next/hmr', '/api/health']) {
      const visitor = openConnection(app.siteUrl);
      const lines = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
      await visitor.send([`GET ${path} HTTP/1.1`, `Host: ${host}`, ...lines, '', ''].join('\r\n'));
      expect([path, /^HTTP\/1\.1 (200|307|404) /.test(await visitor.answer())]).toEqual([path, true]);
      visitor.socket.destroy();
    }
  } finally {
    await app.process.stop();
  }
});

/** Those that this machine has. */
const loopbacks = Object.values(networkInterfaces()).flatMap((all = []) =>
  all.map(({ address }) => address).filter((address) => /^(127\.0\.0\.1|::1)$/.test(address)),
);
async function isReached(siteUrl: string, address: string): Promise<boolean> {
  const { socket } = openConnection(siteUrl, address);
  const reached = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('close', () => resolve(false));
  });
  socket.destroy();
  return reached;
}

const halfSent = 'GET /sign-in HTTP/1.1\r\nHost: localhost\r\n';

for (const [what, sent] of [
  ['say nothing', ''],
  ['send half of their headers', halfSent],
] as const)
  for (const address of loopbacks)
    test(`while 1,300 connections to ${address} ${what} a newcomer is answered, on a process that has just started`, async ({
      addresses,
    }) => {
      const app = await startAppOnBackend(addresses);
      // Nobody has asked anything yet; the second address is listened on a moment after the first.
      await expect.poll(() => isReached(app.siteUrl, address)).toBe(true);
      const idle = Array.from({ length: 1300 }, () => openConnection(app.siteUrl, address));
      let connected = 0;
      try {
        await Promise.all(
          idle.map(async ({ socket, send }) => {
            const gone = new Promise((resolve) => socket.once('close', resolve));
            socket.once('connect', () => (connected += 1));
            await Promise.race([new Promise((resolve) => socket.once('connect', resolve)), gone]);
            if (sent && !socket.destroyed) await Promise.race([send(sent), gone]);
          }),
        );
        // How many stand afterwards is the clock's: what is silent for long ends. `site-server.test.ts` counts who gives way.
        expect(connected).toBe(1300);
        const standing = () => idle.filter(({ socket }) => !socket.destroyed).length;
        await expect.poll(standing).toBeLessThanOrEqual(1000);
        for (const from of loopbacks) {
          const visitor = openConnection(app.siteUrl, from);
          await visitor.send(`${halfSent}\r\n`);
          expect(await visitor.answer()).toMatch(/^HTTP\/1\.1 200 /);
          visitor.socket.destroy();
        }
      } finally {
        for (const { socket } of idle) socket.destroy();
        await app.process.stop();
      }
    });
