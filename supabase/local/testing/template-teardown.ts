import { rmSync } from 'node:fs';
import { endSharedIn } from './shared-local-supabase.ts';

/** Runs once after all unit tests. */
export default async function tearDownTemplate(): Promise<void> {
  const folder = process.env.LOCAL_SUPABASE_TEMPLATE;
  if (!folder) return;
  await endSharedIn(folder);
  rmSync(folder, { recursive: true, force: true });
}
