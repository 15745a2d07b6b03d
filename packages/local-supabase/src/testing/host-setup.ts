import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { enterOutsideProject } from '../../../../supabase/testing/outside-project.ts';
import { hostLog } from './ask-host.ts';

declare global {
  /** For host-teardown.ts. */
  var localSupabaseHosts: { folder: string; process: ChildProcess }[] | undefined;
}

/** Runs once before all unit tests: starts a process for each of Jest's that hosts the local Supabases of its tests. */
export default async function setUpHosts({ maxWorkers }: { maxWorkers: number }): Promise<void> {
  const place = mkdtempSync(join(tmpdir(), 'local-supabase-tests-'));
  process.env.LOCAL_SUPABASE_TESTS = place;
  if (await enterOutsideProject()) {
    mkdirSync(join(place, '1'));
    return;
  }
  const folders = Array.from({ length: maxWorkers }, (_, index) => join(place, String(index + 1)));
  const started = await Promise.all(folders.map(startHost));
  process.env.LOCAL_SUPABASE_HOSTS = started.map(({ address }) => address).join(' ');
  globalThis.localSupabaseHosts = started;
}

async function startHost(folder: string) {
  mkdirSync(folder);
  const log = openSync(hostLog(folder), 'w');
  const host = spawn(process.execPath, ['packages/local-supabase/src/testing/host.ts', folder], {
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
