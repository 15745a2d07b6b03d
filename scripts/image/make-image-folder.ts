import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildApp } from '../prepare/build-app.ts';
import { inProject, projectFolder } from '../project-folder.ts';
import { bundleOperator, bundleServer } from './bundle-operator.ts';
import { writeSbom } from './write-sbom.ts';

/** The only folder of Next.js's traced output that the site needs. The others may contain settings of this machine. */
const traced = ['node_modules'];
const pictureFonts = 'app/proofs/[proofId]/picture.png/fonts';
const imageBuildFolder = '.next-image';

/** Empties the folder and writes the image: with Node alone, `node server.js` runs the site, `node operator.mjs` the commands. */
export async function makeImageFolder(folder: string, signal?: AbortSignal): Promise<void> {
  await buildApp(imageBuildFolder, signal, { NEXT_OUTPUT: 'standalone', SKIP_TYPE_CHECK: '' });
  const standalone = inProject(imageBuildFolder, 'standalone');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of traced) copy(join(standalone, name), join(folder, name));
  // Renamed to Next.js's default, so that the image doesn't depend on the build folder's name.
  copy(join(standalone, imageBuildFolder), join(folder, '.next'));
  copy(inProject(imageBuildFolder, 'static'), join(folder, '.next', 'static'));
  if (existsSync(inProject('public'))) copy(inProject('public'), join(folder, 'public'));
  const { config } = readJson(inProject(imageBuildFolder, 'required-server-files.json')) as {
    config: Record<string, unknown>;
  };
  const { name, version, license } = readJson(inProject('package.json')) as Record<string, string>;
  writeJson(join(folder, 'build.json'), { config: withoutThisMachine({ ...config, distDir: '.next' }) });
  writeJson(join(folder, 'package.json'), { name, version, license, private: true, type: 'module' });
  cpSync(inProject('LICENSE'), join(folder, 'LICENSE'));
  copy(inProject('supabase', 'migrations'), join(folder, 'supabase', 'migrations'));
  cpSync(inProject('supabase', 'schema-objects.json'), join(folder, 'supabase', 'schema-objects.json'));
  copy(inProject('supabase', 'templates'), join(folder, 'supabase', 'templates'));
  // Read at the first picture by a computed path, which Next.js's tracing can't follow.
  copy(inProject(pictureFonts), join(folder, pictureFonts));
  const bundled = [
    ...(await bundleServer(join(folder, 'server.js'))),
    ...(await bundleOperator(join(folder, 'operator.mjs'))),
  ];
  writeSbom(folder, inProject(imageBuildFolder), bundled);
}

/** Leaves out source maps, tests, caches, and trace files, which a server doesn't need, and `.env` files. */
function copy(from: string, to: string): void {
  cpSync(from, to, {
    verbatimSymlinks: true,
    recursive: true,
    filter: (path) => !/\.(map|nft\.json|test\.ts)$/.test(path) && !/\/(cache|\.env[^/]*)$/.test(path),
  });
}

/** Removes the path of the build: it is private, and equal builds at two paths would differ. */
function withoutThisMachine(config: unknown): unknown {
  return JSON.parse(JSON.stringify(config).replaceAll(projectFolder, '.'));
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}

/** Names of all packages in an image folder, sorted. Tests compare them with the list of allowed packages. */
export function listPackages(folder: string): string[] {
  const files = globSync('node_modules/**/package.json', { cwd: folder });
  const names = files.flatMap((file) => {
    const [, name] = /(?:^|.*\/)node_modules\/((?:@[^/]+\/)?[^/]+)\/package\.json$/.exec(file) ?? [];
    return name ? [name] : [];
  });
  return [...new Set(names)].sort();
}
