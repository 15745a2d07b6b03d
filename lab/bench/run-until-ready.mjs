import { spawn } from 'node:child_process';

/** Waits for a line that begins with `Ready on`. Returns `stop()`. */
export async function runUntilReady(command, args, { folder, environment = {} }) {
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...process.env, ...environment },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = new Promise((resolve) => child.once('close', resolve));
  let output = '';
  await new Promise((resolve, reject) => {
    const read = (text) => {
      output += text;
      if (/^Ready on/m.test(output)) resolve();
    };
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
    child.once('close', (code) => reject(new Error(`Ended with ${code} before it was ready:\n${output}`)));
  });
  const stop = async () => {
    if (child.exitCode === null) process.kill(-child.pid, 'SIGINT');
    await closed;
  };
  return { stop };
}
