import { startHosts } from 'local-supabase/testing';
import { enterOutsideProject } from './outside-project.ts';
import { noteAddedFunctions } from './share-outside-project.ts';

/** Jest's `globalSetup`: what hosts the backends of the tests, unless they run on a project from outside. */
export default async function setUpBackends({ maxWorkers }: { maxWorkers: number }): Promise<void> {
  if (await enterOutsideProject()) noteAddedFunctions();
  else await startHosts(maxWorkers);
}
