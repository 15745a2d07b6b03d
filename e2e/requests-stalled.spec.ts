import { networkInterfaces } from 'node:os';
import { startAppOnBackend } from './fixtures/app-on-backend.ts';
import { listPagePaths } from './fixtures/page-paths.ts';
import { head, megabyte, openConnection } from './fixtures/raw-connection.ts';
import { expect, test } from './fixtures/test.ts';

const paths = [...listPagePaths(), '/sign-out', '/api/v1/proofs/nothing', '/api/health', '/api/nothing'];

const files = [
  '/_next/static/x',
  '/_next/image',
  '/_next/data/x',
  '/icon.svg',
  '/favicon.ico',
  '/robots.txt',
];

test('whatever is sent to a file is refused before it is there', async ({ addresses: { siteUrl } }) => {
  for (const path of files) {
    const visitor = openConnection(siteUrl);
    await visitor.send(`${head(siteUrl, path, 'Content-Length: 30000')}the first bytes`);
    expect([path, (await visitor.answer()).split('\r\n')[0]]).toEqual([
      path,
      'HTTP/1.1 405 Method Not Allowed',
    ]);
    visitor.socket.destroy();
  }
});

test('50 MB are refused by their length, before any of it is sent', async ({ addresses: { siteUrl } }) => {
  for (const path of paths) {
    const visitor = openConnection(siteUrl);
    await visitor.send(head(siteUrl, path, `Content-Length: ${50 * megabyte}`));
    const answer = await visitor.ended();
    expect([path, answer.split('\r\n')[0]]).toEqual([path, 'HTTP/1.1 413 Payload Too Large']);
    if (!path.startsWith('/api/')) expect(answer).toContain("That's more than this form accepts.");
    else expect(answer).toContain('"code":"request.too_large"');
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
    test(`while 1,300 connections to ${address} ${what} a newcomer is answered, on a process that has just started @slow`, async ({
      addresses,
    }) => {
      const app = await startAppOnBackend(addresses);
      // Nobody has asked anything yet; the second address is listened on a moment after the first.
      await expect.poll(() => isReached(app.siteUrl, address)).toBe(true);
      const beganAt = performance.now();
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
        expect(connected).toBe(1300);
        const standing = () => idle.filter(({ socket }) => !socket.destroyed).length;
        await expect.poll(standing).toBeLessThanOrEqual(1000);
        for (const from of loopbacks) {
          const visitor = openConnection(app.siteUrl, from);
          await visitor.send(`${halfSent}\r\n`);
          expect(await visitor.answer()).toMatch(/^HTTP\/1\.1 200 /);
          // Each newcomer took the place of one, and was answered beside all others, not once they had ended.
          // After ten seconds they may end because they stall.
          if (performance.now() - beganAt < 10_000)
            expect(standing()).toBeGreaterThanOrEqual(1000 - loopbacks.length);
          visitor.socket.destroy();
        }
      } finally {
        for (const { socket } of idle) socket.destroy();
        await app.process.stop();
      }
    });
