import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { PlainFailure } from '../../cli/plain-failure.ts';

export { readPort } from '../../cli/project/environment.ts';

// Below the range from which Linux, macOS and Windows take ports for outgoing connections, so that a port found
// free is not used up by the next request.
const lowestFreePort = 20_000;
const highestFreePort = 32_000;
const hosts = ['127.0.0.1', '::'];

/**
 * Refuses a port on which something else listens.
 * @param retry what to type instead, for example `PORT=3001 npm start`
 * @throws PlainFailure naming the port
 */
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

/**
 * A port that nothing listens on at this moment, on any address, and that no other caller on this machine gets while
 * this process lives: the process that will listen there takes its time to start.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = lowestFreePort + Math.floor(Math.random() * (highestFreePort - lowestFreePort));
    if ((await reserve(port)) && !(await findProblem(port))) return port;
  }
}

/**
 * Binds the same number for UDP, which nothing here uses: the system gives it to one process only, and frees it when
 * that ends, however it ends.
 * @returns false when someone else has it
 */
async function reserve(port: number): Promise<boolean> {
  const mark = createSocket('udp4').bind({ address: '127.0.0.1', port, exclusive: true });
  try {
    await once(mark, 'listening');
    mark.unref();
    return true;
  } catch (error) {
    // Windows keeps whole ranges for itself, and says EACCES.
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
      // A machine without this kind of address has nothing listening there.
      const isAbsent = error.code === 'EAFNOSUPPORT' || error.code === 'EADDRNOTAVAIL';
      resolve(isAbsent ? undefined : (error.code ?? error.message));
    });
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}
