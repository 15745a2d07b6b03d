import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hostLog } from './ask-host.ts';

declare global {
  /** For host-teardown.ts. */
  var localSupabaseHost: ChildProcess | undefined;
}

/** Runs once before all unit tests: starts the process that hosts their local Supabases, and a folder for it. */
export default async function setUpHost(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'local-supabase-tests-'));
  process.env.LOCAL_SUPABASE_TESTS = folder;
  const log = openSync(hostLog(), 'w');
  const host = spawn(process.execPath, ['supabase/local/testing/host.ts', folder], {
    env: { PATH: process.env.PATH, NODE_ENV: 'test' },
    stdio: ['ignore', log, log, 'ipc'],
  });
  closeSync(log);
  process.env.LOCAL_SUPABASE_HOST = await new Promise<string>((listening, failed) => {
    host.once('message', (address) => listening(String(address)));
    host.once('error', failed);
    host.once('exit', () => failed(new Error(`The local Supabases have no process: see ${hostLog()}.`)));
  });
  globalThis.localSupabaseHost = host;
}
