import { callHost } from './call-host.ts';
import type { Running } from './host.ts';
import { describeRunning, type LocalSupabase, type StartOptions } from './start-local-supabase.ts';

type Share = (name: string, options: Omit<StartOptions, 'dataFolder'>) => Promise<LocalSupabase>;

let share: Share = async (name, options) => {
  const running = await callHost<Running>('share', { name, options });
  // Other test files still use it.
  return { ...describeRunning(running), stop: async () => undefined };
};

/**
 * A local Supabase shared by the test files that need only their own accounts on it. The first call starts it,
 * once per Jest worker, and it stops with the run.
 * @param name one per set of options
 */
export const shareLocalSupabase: Share = (name, options) => share(name, options);

/** Shares another project, such as a hosted one, instead: for a file in Jest's `setupFilesAfterEnv`. */
export function shareInstead(other: Share): void {
  share = other;
}
