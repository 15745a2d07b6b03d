import { readFileSync, rmSync } from 'node:fs';
import { hostLog } from './ask-host.ts';

/** Runs once after all unit tests. Throws what the process of the local Supabases said last when it has ended too soon. */
export default async function tearDownHost(): Promise<void> {
  const host = globalThis.localSupabaseHost;
  const folder = process.env.LOCAL_SUPABASE_TESTS;
  if (!host || !folder) return;
  const log = readFileSync(hostLog(), 'utf8');
  if (host.exitCode !== null || host.signalCode !== null) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`The process of the local Supabases ended before the tests: ${log}`);
  }
  const ended = new Promise((done) => host.once('exit', done));
  host.disconnect();
  await ended;
}
