import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { enterOutsideProject } from '../../testing/outside-project.ts';

/** Runs once before all unit tests: a place for the database that the first of them makes and the others copy. */
export default async function setUpTemplate(): Promise<void> {
  await enterOutsideProject();
  process.env.LOCAL_SUPABASE_TEMPLATE = mkdtempSync(join(tmpdir(), 'local-supabase-template-'));
}
