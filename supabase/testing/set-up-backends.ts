import { startHosts } from 'local-supabase/testing';
import { enterOutsideProject } from './outside-project.ts';
import { noteAddedFunctions } from './share-outside-project.ts';

/** Jest's `globalSetup`: starts the hosts of the tests' backends, unless the tests run on an outside project. */
export default async function setUpBackends({ maxWorkers }: { maxWorkers: number }): Promise<void> {
  if (await enterOutsideProject()) noteAddedFunctions();
  else await startHosts(maxWorkers);
}
