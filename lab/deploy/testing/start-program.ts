import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Variables } from '../../../scripts/process/start-process.ts';

export type Program = { output(): string; stop(): Promise<void> };

const patienceInMilliseconds = 60_000;

/** An unprivileged user if this process is root, so that no test passes only because of root's rights. */
export function unprivileged(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout.trim()),
  );
  return { uid, gid };
}

/**
 * Starts a server that isn't a Node process, as an unprivileged user, and waits until it listens.
 * @param port the port on which it will listen
 * @throws Error with its output if it exits first
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
