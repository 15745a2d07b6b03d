import { rmSync } from 'node:fs';
import { leaveOutsideProject, readOutsideProject } from '../../testing/outside-project.ts';
import { removeAddedFunctions } from '../../testing/share-outside-project.ts';
import { endSharedIn } from './shared-local-supabase.ts';

/** Runs once after all unit tests. */
export default async function tearDownTemplate(): Promise<void> {
  const folder = process.env.LOCAL_SUPABASE_TEMPLATE;
  if (!folder) return;
  await endSharedIn(folder);
  const outside = readOutsideProject();
  if (outside) {
    await leaveOutsideProject(outside);
    await removeAddedFunctions(outside, folder);
  }
  rmSync(folder, { recursive: true, force: true });
}
