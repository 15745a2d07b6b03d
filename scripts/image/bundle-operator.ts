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

/** What is otherwise beside the bundle: nothing has to be installed, and the bundle's own folder is the project's. */
const replaced: Array<[file: RegExp, contents: string]> = [
  [/scripts\/prepare\/install-dependencies\.ts$/, 'export async function installDependencies() {}'],
  [
    /scripts\/project\/say-command\.ts$/,
    "export const sayCommand = (...words: string[]) => ['node operator.mjs', ...words.filter(Boolean)].join(' ');",
  ],
  [
    /scripts\/project-folder\.ts$/,
    `import { join } from 'node:path';
     export const projectFolder = import.meta.dirname;
     export const inProject = (...path: string[]) => join(projectFolder, ...path);`,
  ],
];

/**
 * Writes the commands for operators as one file of plain JavaScript.
 * @param file absolute; its name ends in `.mjs`
 * @returns the files that it was made of, from the project's folder
 */
export function bundleOperator(file: string): Promise<string[]> {
  return bundle(inProject('scripts', 'operator', 'main.ts'), file);
}

/** Writes the site's server as one file. Next.js stays beside it: a build asks for its files by name. */
export function bundleServer(file: string): Promise<string[]> {
  return bundle(inProject('deploy', 'image', 'server.mjs'), file);
}

async function bundle(entry: string, file: string): Promise<string[]> {
  const folder = inProject('tools', 'operator');
  await installTool(folder);
  const esbuild = pathToFileURL(
    inProject('tools', 'operator', 'node_modules', 'esbuild', 'lib', 'main.js'),
  ).href;
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
    // Of pg native code that it takes only where it is there.
    external: ['pg-native', 'next'],
    // For packages that are CommonJS within.
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
