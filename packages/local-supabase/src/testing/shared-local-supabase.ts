import { readOutsideProject } from '../../../../supabase/testing/outside-project.ts';
import { shareOutsideProject } from '../../../../supabase/testing/share-outside-project.ts';
import { askHost, runFolder } from './ask-host.ts';
import type { Running } from './host.ts';
import { describeRunning, type LocalSupabase, type StartOptions } from './start-local-supabase.ts';

/**
 * A local Supabase for all test files of a run that need nothing but accounts of their own on it. The first that asks starts
 * it, once for each process of Jest, and it ends with the run.
 * @param name the same for everyone who gives the same options.
 */
export async function shareLocalSupabase(
  name: string,
  options: Omit<StartOptions, 'dataFolder'>,
): Promise<LocalSupabase> {
  const outside = readOutsideProject();
  if (outside) return shareOutsideProject(outside, runFolder(), name, options);
  const running = await askHost<Running>('share', { name, options });
  // Others go on with it.
  return { ...describeRunning(running), stop: async () => undefined };
}
