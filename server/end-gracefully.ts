import type { Server } from 'node:http';
import { shutdown } from '../lib/http/shutdown.ts';

/**
 * Ends the process without losing a request. For a while it continues, so that balancers notice by `/api/health` and
 * closing connections; then it answers open requests and ends.
 * @param delayInMilliseconds 0 closes at once: then a request can meet a connection that is just being closed.
 * @param close closes anything else after the last answer.
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
    // A second signal ends the process at once.
    if (shutdown.hasBegun || delayInMilliseconds === 0) end(143);
    else setTimeout(end, delayInMilliseconds, 143).unref();
    shutdown.hasBegun = true;
  });
}
