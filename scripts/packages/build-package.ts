import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlainFailure } from '../../cli/plain-failure.ts';
import { startProcess } from '../process/start-process.ts';
import { inProject } from '../project-folder.ts';

/** Packages that need nothing of this repository. */
export const publishedPackages = ['countersign', 'local-supabase', 'local-solana'];

/**
 * Compiles a package of ours to JavaScript with types in its folder `dist`, because Node strips no types inside
 * `node_modules`. Moves the paths of `package.json` from `src` to the top.
 * @returns the folder, to publish or pack
 * @throws PlainFailure with the compiler's words
 */
export async function buildPackage(name: string): Promise<string> {
  const folder = inProject('packages', name);
  const dist = join(folder, 'dist');
  rmSync(dist, { recursive: true, force: true });
  const compiler = startProcess({
    name: 'tsc',
    nodeArguments: [inProject('node_modules', 'typescript', 'bin', 'tsc'), '--project', folder],
  });
  const { code } = await compiler.ended;
  if (code !== 0) throw new PlainFailure(compiler.output().trim());
  for (const file of ['README.md', ...(name === 'local-supabase' ? ['src/schema'] : [])])
    cpSync(join(folder, file), join(dist, file.replace(/^src\//, '')), { recursive: true });
  cpSync(inProject('LICENSE'), join(dist, 'LICENSE'));
  const source = readFileSync(join(folder, 'package.json'), 'utf8').replace(
    /"\.\/src\/(.*)\.ts"/g,
    '"./$1.js"',
  );
  // Private only as source, which npm would publish as TypeScript.
  const { private: _, ...published } = JSON.parse(source) as {
    private?: true;
    exports: Record<string, unknown>;
  };
  // Tests of this repository import it, and it isn't compiled.
  delete published.exports['./testing'];
  writeFileSync(join(dist, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  return dist;
}
