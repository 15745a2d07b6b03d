import { stopHosts } from 'local-supabase/testing';
import { leaveOutsideProject, readOutsideProject } from './outside-project.ts';
import { removeAddedFunctions } from './share-outside-project.ts';

export default async function tearDownBackends(): Promise<void> {
  const outside = readOutsideProject();
  if (!outside) return stopHosts();
  await leaveOutsideProject(outside);
  await removeAddedFunctions(outside);
}
