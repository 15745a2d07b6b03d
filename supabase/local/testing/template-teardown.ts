import { rmSync } from 'node:fs';

export default function tearDownTemplate(): void {
  const folder = process.env.LOCAL_SUPABASE_TEMPLATE;
  if (folder) rmSync(folder, { recursive: true, force: true });
}
