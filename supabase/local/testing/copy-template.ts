import { cpSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';

/** Starts a backend on this folder and ends it again, so that the folder holds a database as it is at first. */
type Make = (dataFolder: string) => Promise<void>;

/**
 * Gives a data folder a database with the project's migrations, copied from one that the first caller makes: making one
 * takes seconds. Leaves the folder empty, for the backend to fill, while the template is being made or where there is
 * no place for one.
 */
export async function copyTemplate(dataFolder: string, make: Make): Promise<void> {
  const place = process.env.LOCAL_SUPABASE_TEMPLATE;
  if (!place) return;
  const template = join(place, 'data');
  if (!existsSync(template)) {
    if (!mkdirSync(join(place, 'making'), { recursive: true })) return;
    await make(join(place, 'making', 'data'));
    renameSync(join(place, 'making', 'data'), template);
  }
  mkdirSync(dataFolder, { recursive: true });
  for (const part of ['postgres', '.ready'])
    cpSync(join(template, part), join(dataFolder, part), { recursive: true });
}
