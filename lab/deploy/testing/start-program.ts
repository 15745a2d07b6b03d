import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Variables } from '../../../scripts/process/start-process.ts';

export type Program = { output(): string; stop(): Promise<void> };

const patienceInMilliseconds = 60_000;

/** Of an unprivileged user where this is root, so that nothing is shown to work because root may do it. */
export function unprivileged(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout.trim()),
  );
  return { uid, gid };
}

/**
 * Starts a server that is no Node process, without rights of its own, and waits until it listens.
 * @param port where it has to listen
 * @throws Error with its own words when it ends before
 */
export async function startProgram(
  path: string,
  args: string[],
  { port, env, cwd }: { port: number; env: Variables; cwd: string },
): Promise<Program> {
  const child = spawn(path, args, {
    ...unprivileged(),
    env: env as NodeJS.ProcessEnv,
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const killed = () => child.kill('SIGKILL');
  process.once('exit', killed);
  const deadline = Date.now() + patienceInMilliseconds;
  while (!(await listens(port))) {
    if (hasEnded(child)) throw new Error(`${path} ended before it was ready:\n${output}`);
    if (Date.now() > deadline) {
      killed();
      throw new Error(`${path} does not listen on port ${port} after a minute:\n${output}`);
    }
    await setTimeout(50);
  }
  return {
    output: () => output,
    async stop() {
      process.off('exit', killed);
      if (hasEnded(child)) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

function listens(port: number): Promise<boolean> {
  return new Promise((found) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      found(true);
    });
    socket.once('error', () => found(false));
  });
}
