import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Every file at the root may be a setting of the build. The build writes next-env.d.ts and the package for apps. */
const patterns = [
  '{app,components,lib,public}/**/*',
  'packages/{countersign,mobile-wallet}/{package.json,src/**/*}',
  '{docs/{apps,api}.md,docs/button/*,packages/countersign/{README,SKILL}.md,scripts/{pages/*,project-folder.ts}}',
  '*.{ts,tsx,js,mjs,json}',
];
const ignored = /(^|\/)(next-env\.d\.ts|countersign-[^/]*\.tgz|[^/]*\.test\.tsx?|\.[^/]*)$/;

/** SHA-256 in hex. */
export function hashSources(folder: string): string {
  const hash = createHash('sha256');
  for (const path of listSources(folder)) {
    const content = readFileSync(join(folder, path));
    // The length keeps text that moves to the next file from giving the same hash.
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

export function listSources(folder: string): string[] {
  return globSync(patterns, { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((path) => !ignored.test(path))
    .sort();
}
