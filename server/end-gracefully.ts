import type { Server } from 'node:http';
import { shutdown } from '../lib/http/shutdown.ts';

/**
 * After SIGTERM, serves on for the delay, so that load balancers notice by `/api/health` and closing connections, then answers open
 * requests and exits. SIGINT and a second SIGTERM skip the delay; without one, a request may arrive on a closing connection.
 */
export function endGracefully(
  server: Server,
  {
    delayInMilliseconds,
    close,
    process: own = process,
  }: {
    delayInMilliseconds: number;
    close: () => Promise<void>;
    process?: Pick<NodeJS.Process, 'on' | 'exit'>;
  },
): void {
  let isClosing = false;
  const end = (code: number) => {
    if (isClosing) return;
    isClosing = true;
    server.close(async () => {
      await close();
      own.exit(code);
    });
  };
  own.on('SIGINT', () => end(130));
  own.on('SIGTERM', () => {
    if (shutdown.hasBegun || delayInMilliseconds === 0) end(143);
    else setTimeout(end, delayInMilliseconds, 143).unref();
    shutdown.hasBegun = true;
  });
}
