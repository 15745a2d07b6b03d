import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const Manifest = z.object({ node: z.record(z.string(), z.unknown()) });

/** The ids of the server actions of the build that this process serves. Throws when there is no build. */
export function readKnownActions(buildFolder = process.env.NEXT_DIST_DIR ?? '.next'): ReadonlySet<string> {
  const file = join(
    /* turbopackIgnore: true */ process.cwd(),
    buildFolder,
    'server',
    'server-reference-manifest.json',
  );
  return new Set(Object.keys(Manifest.parse(JSON.parse(readFileSync(file, 'utf8'))).node));
}
