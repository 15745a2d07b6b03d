import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  LocalSupabase,
  StartOptions,
} from '../../packages/local-supabase/src/testing/start-local-supabase.ts';
import { addFunctions, removeFunctions } from './database-functions.ts';
import type { OutsideProject } from './outside-project.ts';
import { readMails } from './read-mails.ts';

const prefix = 'functions-';

/**
 * The project from outside in the place of a local Supabase that test files share, with the same functions for tests.
 * @param place the folder of this run, where it is noted what was added
 * @param name the same for everyone who gives the same SQL
 */
export async function shareOutsideProject(
  project: OutsideProject,
  place: string,
  name: string,
  { extraMigrations = {} }: Pick<StartOptions, 'extraMigrations'>,
): Promise<LocalSupabase> {
  const note = join(place, `${prefix}${name}.json`);
  const sql = Object.values(extraMigrations).join('\n');
  if (sql && !existsSync(note)) writeFileSync(note, JSON.stringify(await addFunctions(project, sql)));
  return {
    url: project.supabaseUrl,
    publishableKey: project.publishableKey,
    secretKey: project.secretKey,
    smtpUrl: project.smtpUrl,
    newestMailTo: async (address) => {
      const mail = (await readMails(project.mailboxUrl, address)).at(-1);
      if (!mail) throw new Error(`No mail to ${address}.`);
      return mail;
    },
    stop: async () => undefined,
  };
}

/** Takes away what was added in this run. */
export async function removeAddedFunctions(project: OutsideProject, place: string): Promise<void> {
  const notes = readdirSync(place).filter((file) => file.startsWith(prefix));
  for (const note of notes)
    await removeFunctions(project, JSON.parse(readFileSync(join(place, note), 'utf8')) as string[]);
}
