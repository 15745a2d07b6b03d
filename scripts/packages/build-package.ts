import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlainFailure } from '../../cli/plain-failure.ts';
import { startProcess } from '../process/start-process.ts';
import { inProject } from '../project-folder.ts';

/** Packages that don't import the rest of this repository. */
export const publishedPackages = ['countersign', 'local-supabase', 'local-solana'];

/**
 * Compiles a package to JavaScript and type declarations in `dist`, which it returns, because Node doesn't strip types inside
 * `node_modules`. Changes the paths in its `package.json` from `src/` to the package's root.
 * @param repository URL of this project's public repository, such as `https://github.com/you/countersign`. Without it, links of the
 * README that lead out of the package are plain text.
 */
export async function buildPackage(name: string, repository?: string): Promise<string> {
  const folder = inProject('packages', name);
  const dist = join(folder, 'dist');
  rmSync(dist, { recursive: true, force: true });
  const compiler = startProcess({
    name: 'tsc',
    nodeArguments: [inProject('node_modules', 'typescript', 'bin', 'tsc'), '--project', folder],
  });
  const { code } = await compiler.ended;
  if (code !== 0) throw new PlainFailure(compiler.output().trim());
  const readme = readFileSync(join(folder, 'README.md'), 'utf8').replace(
    /\[([^\]]+)\]\(\.\.\/\.\.\/([^)]+)\)/g,
    repository ? `[$1](${repository}/blob/HEAD/$2)` : '$1',
  );
  writeFileSync(join(dist, 'README.md'), readme);
  const others = { countersign: ['CHANGELOG.md', 'SKILL.md'], 'local-supabase': ['src/schema'] }[name] ?? [];
  for (const file of others)
    cpSync(join(folder, file), join(dist, file.replace(/^src\//, '')), { recursive: true });
  cpSync(inProject('LICENSE'), join(dist, 'LICENSE'));
  const source = readFileSync(join(folder, 'package.json'), 'utf8').replace(
    /"\.\/src\/(.*)\.ts"/g,
    '"./$1.js"',
  );
  // The source is marked private, so that npm never publishes TypeScript.
  const { private: _, ...published } = JSON.parse(source) as {
    private?: true;
    exports: Record<string, unknown>;
    dependencies: Record<string, string>;
  };
  // Only this repository imports these: the first isn't compiled, unless it is for apps, and the second has every file of a folder.
  if (name !== 'countersign') delete published.exports['./testing'];
  delete published.exports['./proof/*'];
  // Apps deduplicate these with their own. This repository pins them.
  if (name === 'countersign')
    for (const [dependency, version] of Object.entries(published.dependencies))
      published.dependencies[dependency] = `^${version}`;
  const places = repository && {
    repository: { type: 'git', url: `git+${repository}.git`, directory: `packages/${name}` },
    homepage: `${repository}/tree/HEAD/packages/${name}#readme`,
    bugs: `${repository}/issues`,
  };
  writeFileSync(join(dist, 'package.json'), `${JSON.stringify({ ...published, ...places }, null, 2)}\n`);
  return dist;
}
