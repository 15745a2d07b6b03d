import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocalSupabase, StartOptions } from 'local-supabase/testing';
import { addFunctions, removeFunctions } from './database-functions.ts';
import type { OutsideProject } from './outside-project.ts';
import { readMails } from './read-mails.ts';

/** The folder where a run's processes record the functions they add. */
const notes = 'TEST_OUTSIDE_NOTES';

/**
 * Replaces the local Supabase that test files share by the outside project, with the same functions for tests.
 * @param name the same for all callers with the same SQL
 */
export async function shareOutsideProject(
  project: OutsideProject,
  name: string,
  { extraMigrations = {} }: Pick<StartOptions, 'extraMigrations'>,
): Promise<LocalSupabase> {
  const note = join(process.env[notes] ?? '', `${name}.json`);
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

/** Runs once before all tests. */
export function noteAddedFunctions(): void {
  process.env[notes] = mkdtempSync(join(tmpdir(), 'countersign-added-functions-'));
}

/** Runs once after all tests: drops the functions that this run added. */
export async function removeAddedFunctions(project: OutsideProject): Promise<void> {
  const folder = process.env[notes] ?? '';
  for (const note of readdirSync(folder))
    await removeFunctions(project, JSON.parse(readFileSync(join(folder, note), 'utf8')) as string[]);
  rmSync(folder, { recursive: true });
}
