import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { leaveOutsideProject, readOutsideProject } from '../../../../supabase/testing/outside-project.ts';
import { removeAddedFunctions } from '../../../../supabase/testing/share-outside-project.ts';
import { hostLog } from './ask-host.ts';

/** Runs once after all unit tests. Throws what a process of the local Supabases said last when it has ended too soon. */
export default async function tearDownHosts(): Promise<void> {
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
  const outside = readOutsideProject();
  if (outside) {
    await leaveOutsideProject(outside);
    await removeAddedFunctions(outside, join(process.env.LOCAL_SUPABASE_TESTS ?? '', '1'));
  }
  rmSync(process.env.LOCAL_SUPABASE_TESTS ?? '', { recursive: true, force: true });
  if (complaints.length > 0)
    throw new Error(`A process of the local Supabases ended before the tests: ${complaints.join('\n')}`);
}
