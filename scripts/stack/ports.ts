import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { PlainFailure } from '../../cli/plain-failure.ts';

export { readPort } from '../../cli/project/environment.ts';

// Below the ports that Linux, macOS and Windows use for outgoing connections, so that no connection takes a port
// between this search and its use.
const lowestFreePort = 20_000;
const highestFreePort = 32_000;
const hosts = ['127.0.0.1', '::'];

/** Refuses a port on which another program listens. @param retry the command to suggest, for example `PORT=3001 npm start` */
export async function refuseTakenPort(port: number, retry: string): Promise<void> {
  const problem = await findProblem(port);
  if (problem === 'EADDRINUSE') {
    throw new PlainFailure(
      `Port ${port} is already in use. Stop the program that uses it, or choose another port: ${retry}`,
    );
  }
  if (problem)
    throw new PlainFailure(`Port ${port} cannot be used (${problem}). Choose another port: ${retry}`);
}

/** The first free port from `from` on that isn't in `except`. */
export async function findNextPort(from: number, except: number[]): Promise<number> {
  let port = from;
  while (except.includes(port) || (await findProblem(port))) port += 1;
  return port;
}

/**
 * A port that is free on all addresses, reserved for the life of this process: no other call on this machine returns it
 * while the process that will listen there is starting.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = lowestFreePort + Math.floor(Math.random() * (highestFreePort - lowestFreePort));
    if ((await reserve(port)) && !(await findProblem(port))) return port;
  }
}

/**
 * Reserves a number by binding its UDP port, which nothing here uses: the system gives it to one process only and frees it
 * when that process exits, for any reason.
 */
async function reserve(port: number): Promise<boolean> {
  const mark = createSocket('udp4').bind({ address: '127.0.0.1', port, exclusive: true });
  try {
    await once(mark, 'listening');
    mark.unref();
    return true;
  } catch (error) {
    // Windows reserves ranges of ports, with the error EACCES.
    if (!['EADDRINUSE', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return false;
  }
}

async function findProblem(port: number): Promise<string | undefined> {
  for (const host of hosts) {
    const problem = await tryToListen(port, host);
    if (problem) return problem;
  }
  return undefined;
}

function tryToListen(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      // A machine without IPv6 (or IPv4) has no listener at such an address.
      const isAbsent = error.code === 'EAFNOSUPPORT' || error.code === 'EADDRNOTAVAIL';
      resolve(isAbsent ? undefined : (error.code ?? error.message));
    });
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}
