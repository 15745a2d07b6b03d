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
  // Removed only now, so that a failed build or pack keeps the previous one.
  const list = (cwd: string) => globSync('countersign-*.tgz', { cwd });
  for (const old of list(publicFolder)) rmSync(join(publicFolder, old));
  for (const packed of list(folder)) copyFileSync(join(folder, packed), join(publicFolder, packed));
}
