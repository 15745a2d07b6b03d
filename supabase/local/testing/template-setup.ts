import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs once before all unit tests: a place for the database that the first of them makes and the others copy. */
export default function setUpTemplate(): void {
  process.env.LOCAL_SUPABASE_TEMPLATE = mkdtempSync(join(tmpdir(), 'local-supabase-template-'));
}
