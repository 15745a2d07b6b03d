import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { readOutsideProject } from '../../testing/outside-project.ts';
import { shareOutsideProject } from '../../testing/share-outside-project.ts';
import {
  fillFromTemplate,
  type LocalSupabase,
  readNewestMail,
  type StartOptions,
  startLocalSupabase,
} from './start-local-supabase.ts';

type Running = Pick<LocalSupabase, 'url' | 'publishableKey' | 'secretKey' | 'smtpUrl'> & { pid: number };

const prefix = 'shared-';

/**
 * A local Supabase for all test files of a run that need nothing but accounts of their own on it: a start takes seconds. The
 * first that asks starts it, once for each process of Jest, and it ends with the run.
 * @param name the same for everybody who gives the same options.
 */
export async function shareLocalSupabase(
  name: string,
  options: Omit<StartOptions, 'dataFolder'>,
): Promise<LocalSupabase> {
  const place = process.env.LOCAL_SUPABASE_TEMPLATE;
  if (!place) throw new Error('Only tests that Jest runs can share a local Supabase.');
  const outside = readOutsideProject();
  if (outside) return shareOutsideProject(outside, place, name, options);
  const dataFolder = join(place, `${prefix}${name}-${process.env.JEST_WORKER_ID ?? '1'}`);
  const note = `${dataFolder}.json`;
  if (!existsSync(note)) writeFileSync(note, JSON.stringify(await start(dataFolder, options)));
  const { pid: _, ...running } = JSON.parse(readFileSync(note, 'utf8')) as Running;
  return {
    ...running,
    newestMailTo: (address) => readNewestMail(running.url, address),
    // Others go on with it.
    stop: async () => undefined,
  };
}

async function start(dataFolder: string, options: Omit<StartOptions, 'dataFolder'>): Promise<Running> {
  await fillFromTemplate(dataFolder);
  const {
    url,
    publishableKey,
    secretKey,
    smtpUrl,
    process: child,
  } = await startLocalSupabase({
    ...options,
    dataFolder,
  });
  if (!child.pid) throw new Error('A local Supabase that is ready has no process.');
  return { url, publishableKey, secretKey, smtpUrl, pid: child.pid };
}

/** Ends those that were started with this place, and waits until they have. */
export async function endSharedIn(place: string): Promise<void> {
  const notes = readdirSync(place).filter((file) => file.startsWith(prefix) && file.endsWith('.json'));
  for (const note of notes) {
    const { pid } = JSON.parse(readFileSync(join(place, note), 'utf8')) as Running;
    while (isRunning(pid)) {
      process.kill(pid);
      await setTimeout(50);
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    // ESRCH: there is no such process any more.
    return false;
  }
}
