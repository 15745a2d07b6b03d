import { askHost } from './ask-host.ts';
import type { Running } from './host.ts';
import { describeRunning, type LocalSupabase, type StartOptions } from './start-local-supabase.ts';

type Share = (name: string, options: Omit<StartOptions, 'dataFolder'>) => Promise<LocalSupabase>;

let share: Share = async (name, options) => {
  const running = await askHost<Running>('share', { name, options });
  // Others go on with it.
  return { ...describeRunning(running), stop: async () => undefined };
};

/**
 * A local Supabase for all test files of a run that need nothing but accounts of their own on it. The first that asks starts
 * it, once for each process of Jest, and it ends with the run.
 * @param name the same for everyone who gives the same options.
 */
export const shareLocalSupabase: Share = (name, options) => share(name, options);

/** Shares another project in its place, such as a hosted one: for a file in Jest's `setupFilesAfterEnv`. */
export function shareInstead(other: Share): void {
  share = other;
}
