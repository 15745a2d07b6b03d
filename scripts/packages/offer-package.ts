import { copyFileSync, globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PlainFailure } from '../../cli/plain-failure.ts';
import { startProcess } from '../process/start-process.ts';
import { buildPackage } from './build-package.ts';

/** Writes the package for apps to a site's public folder, in place of the previous one. */
export async function offerPackage(publicFolder: string): Promise<void> {
  const folder = await buildPackage('countersign');
  const npm = startProcess({
    name: 'npm',
    nodeArguments: [process.env.npm_execpath ?? '', 'pack', folder, '--pack-destination', folder],
  });
  if ((await npm.ended).code !== 0) throw new PlainFailure(npm.output().trim());
  replaceArchives(publicFolder, folder);
}

/** Copies first, so that a failed copy keeps the previous archive. */
export function replaceArchives(publicFolder: string, folder: string): void {
  const list = (cwd: string) => globSync('countersign-*.tgz', { cwd });
  const [old, packed] = [list(publicFolder), list(folder)];
  for (const name of packed) copyFileSync(join(folder, name), join(publicFolder, name));
  for (const name of old) if (!packed.includes(name)) rmSync(join(publicFolder, name));
}
