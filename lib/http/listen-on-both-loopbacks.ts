import { connect, createServer } from 'node:net';
import { onEachServer } from './each-server.ts';

const otherLoopbacks: Record<string, string> = { '127.0.0.1': '::1', '::1': '127.0.0.1' };

/**
 * A server that listens on this machine only answers on both addresses that `localhost` may stand for: Next.js listens on
 * one, and a browser that tries the other first would be refused.
 * @param port where this process listens already. Node tells of a server once somebody connects to it, so this does.
 */
export function listenOnBothLoopbacks(port: number): void {
  onEachServer((server) => {
    const at = server.address();
    const otherLoopback = typeof at === 'object' && at ? otherLoopbacks[at.address] : undefined;
    if (typeof at !== 'object' || !at || !otherLoopback) return;
    const twin = createServer((socket) => server.emit('connection', socket));
    // A machine without one of them, or something else there: the address that was asked for answers all the same.
    twin.once('error', () => twin.close());
    twin.listen(at.port, otherLoopback);
    // The server alone keeps the process alive.
    twin.unref();
    server.once('close', () => twin.close());
  });
  for (const loopback of Object.keys(otherLoopbacks)) {
    const knock = connect(port, loopback, () => knock.destroy());
    // Nothing listens at the other one yet, or anywhere on this machine only.
    knock.on('error', () => knock.destroy());
    knock.unref();
  }
}
