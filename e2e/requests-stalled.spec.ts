import { networkInterfaces } from 'node:os';
import { startAppOnBackend } from './fixtures/app-on-backend.ts';
import { openConnection } from './fixtures/raw-connection.ts';
import { expect, test } from './fixtures/test.ts';

/** The loopback addresses of this machine. */
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
    test(`while 1,300 connections to ${address} ${what} a new client is answered, on a process that has just started @slow`, async ({
      addresses,
    }) => {
      const app = await startAppOnBackend(addresses);
      // No request has been sent yet; the server listens on the second address slightly later than on the first.
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
          // Each new client replaced one connection and was answered beside the others, not after they ended. After ten seconds, they may
          // end because they stall.
          if (performance.now() - beganAt < 10_000)
            expect(standing()).toBeGreaterThanOrEqual(1000 - loopbacks.length);
          visitor.socket.destroy();
        }
      } finally {
        for (const { socket } of idle) socket.destroy();
        await app.process.stop();
      }
    });
