import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hostLog } from './call-host.ts';

declare global {
  /** Global, because Jest loads its setup and teardown separately. */
  var localSupabaseHosts: { folder: string; process: ChildProcess }[] | undefined;
}

/**
 * For Jest's `globalSetup`: starts a process for each Jest worker, which hosts its tests' local Supabases.
 * @param count Jest's `maxWorkers`
 */
export async function startHosts(count: number): Promise<void> {
  const place = mkdtempSync(join(tmpdir(), 'local-supabase-tests-'));
  process.env.LOCAL_SUPABASE_TESTS = place;
  const folders = Array.from({ length: count }, (_, index) => join(place, String(index + 1)));
  const started = await Promise.all(folders.map(startHost));
  process.env.LOCAL_SUPABASE_HOSTS = started.map(({ address }) => address).join(' ');
  globalThis.localSupabaseHosts = started;
}

async function startHost(folder: string) {
  mkdirSync(folder);
  const log = openSync(hostLog(folder), 'w');
  const host = spawn(process.execPath, [join(import.meta.dirname, 'host.ts'), folder], {
    env: { PATH: process.env.PATH, NODE_ENV: 'test' },
    stdio: ['ignore', log, log, 'ipc'],
  });
  closeSync(log);
  const address = await new Promise<string>((listening, failed) => {
    host.once('message', (message) => listening(String(message)));
    host.once('error', failed);
    host.once('exit', () =>
      failed(new Error(`The local Supabases have no process: see ${hostLog(folder)}.`)),
    );
  });
  return { folder, process: host, address };
}

/** For Jest's `globalTeardown`. Throws the output of a host process that ended too soon. */
export async function stopHosts(): Promise<void> {
  const complaints: string[] = [];
  for (const { folder, process: host } of globalThis.localSupabaseHosts ?? []) {
    if (host.exitCode !== null || host.signalCode !== null) {
      complaints.push(readFileSync(hostLog(folder), 'utf8'));
      continue;
    }
    const ended = new Promise((done) => host.once('exit', done));
    host.disconnect();
    await ended;
  }
  rmSync(process.env.LOCAL_SUPABASE_TESTS ?? '', { recursive: true, force: true });
  if (complaints.length > 0)
    throw new Error(`A process of the local Supabases ended before the tests: ${complaints.join('\n')}`);
}
