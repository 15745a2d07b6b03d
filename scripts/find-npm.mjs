import { existsSync, realpathSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';

/** Finds npm's `npm-cli.js`, so that a chosen Node can run npm: of the npm that runs this script, beside this Node, or in PATH. */
export function findNpm() {
  const nodeFolder = dirname(realpathSync(process.execPath));
  const candidates = [
    process.env.npm_execpath,
    join(nodeFolder, '../lib/node_modules/npm/bin/npm-cli.js'),
    join(nodeFolder, 'node_modules/npm/bin/npm-cli.js'),
    ...(process.env.PATH ?? '')
      .split(delimiter)
      .flatMap((folder) => [join(folder, 'npm'), join(folder, 'node_modules/npm/bin/npm-cli.js')]),
  ];
  return candidates
    .filter((candidate) => candidate && existsSync(candidate))
    .map((candidate) => realpathSync(candidate))
    .find((path) => basename(path) === 'npm-cli.js');
}
