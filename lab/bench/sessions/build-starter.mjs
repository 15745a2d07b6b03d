import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Builds the published starter. The build contains the project's URL and key. */
export function buildStarter(folder, supabaseUrl, publishableKey) {
  const built = spawnSync(process.execPath, [join(folder, 'node_modules/next/dist/bin/next'), 'build'], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      ...process.env,
      ...{ NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
      ...{ NEXT_PUBLIC_SUPABASE_URL: supabaseUrl, NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: publishableKey },
    },
  });
  if (built.status !== 0) throw new Error(`The starter could not be built:\n${built.stdout}${built.stderr}`);
}
