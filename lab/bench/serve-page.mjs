import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { inProject } from '../../scripts/project-folder.ts';

const next = inProject('node_modules/next/dist/bin/next');
const environment = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };

/** Builds a one-page site, such as `empty-page`, and serves it. Returns `stop()`. */
export async function servePage(name, port) {
  const folder = join(import.meta.dirname, name);
  const built = spawnSync(process.execPath, [next, 'build', folder], { encoding: 'utf8', env: environment });
  if (built.status !== 0) throw new Error(`${name} could not be built:\n${built.stdout}${built.stderr}`);
  const server = spawn(process.execPath, [next, 'start', folder, '-p', String(port)], { env: environment });
  const closed = new Promise((resolve) => server.once('close', resolve));
  await new Promise((resolve, reject) => {
    server.stdout.setEncoding('utf8').on('data', (text) => text.includes('Ready in') && resolve());
    server.once('close', (code) => reject(new Error(`${name} ended with ${code}.`)));
  });
  return {
    stop() {
      server.kill();
      return closed;
    },
  };
}
