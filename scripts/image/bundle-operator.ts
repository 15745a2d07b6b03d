import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installTool } from '../prepare/install-tool.ts';
import { inProject } from '../project-folder.ts';

type Plugin = {
  name: string;
  setup(build: {
    onLoad(filter: { filter: RegExp }, load: () => { contents: string; loader: 'ts' }): void;
  }): void;
};
type Built = { metafile: { inputs: Record<string, unknown> } };
type Esbuild = { build(options: Record<string, unknown> & { plugins: Plugin[] }): Promise<Built> };

/** Modules replaced in the bundle: there, npm is missing and the project folder is the bundle's own. */
const replaced: Array<[file: RegExp, contents: string]> = [
  [
    /\/cli\/project\/format-command\.ts$/,
    "export const formatCommand = (...words: string[]) => ['node operator.mjs', ...words.filter(Boolean)].join(' ');",
  ],
  [
    /\/cli\/project\/project-folder\.ts$/,
    `import { join } from 'node:path';
     export const inProject = (...path: string[]) => join(import.meta.dirname, ...path);`,
  ],
];

/** @returns the source files in the bundle, relative to the project folder */
export function bundleOperator(file: string): Promise<string[]> {
  return bundle(inProject('cli', 'operator.ts'), file);
}

/** Next.js stays outside the bundle, because a build requires its files by name. */
export function bundleServer(file: string): Promise<string[]> {
  return bundle(inProject('deploy', 'image', 'server.mjs'), file);
}

async function bundle(entry: string, file: string): Promise<string[]> {
  const folder = join(import.meta.dirname, 'bundler');
  await installTool(folder);
  const esbuild = pathToFileURL(join(folder, 'node_modules', 'esbuild', 'lib', 'main.js')).href;
  const { build } = ((await import(esbuild)) as { default: Esbuild }).default;
  const { metafile } = await build({
    metafile: true,
    entryPoints: [entry],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    absWorkingDir: inProject(),
    legalComments: 'inline',
    logLevel: 'error',
    external: ['pg-native', 'next'],
    // CommonJS packages in the bundle call `require`.
    banner: {
      js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);",
    },
    plugins: [
      {
        name: 'without-a-checkout',
        setup(build) {
          for (const [filter, contents] of replaced)
            build.onLoad({ filter }, () => ({ contents, loader: 'ts' }));
        },
      },
    ],
  });
  return Object.keys(metafile.inputs);
}
