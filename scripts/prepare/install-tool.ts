import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { PlainFailure } from '../../cli/plain-failure.ts';
import { showProgress } from '../process/show-progress.ts';
import { startProcess } from '../process/start-process.ts';
import { projectFolder } from '../project-folder.ts';

/** @param ownPackage absolute folder of a package of this repository that the tool depends on; its changes require an install too */
export async function installTool(folder: string, ownPackage?: string): Promise<void> {
  const stamp = join(folder, 'node_modules', '.package-lock.sha256');
  const files = ownPackage ? globSync(`${ownPackage}/**/*.*`).sort() : [];
  const hashed = createHash('sha256');
  for (const file of [join(folder, 'package-lock.json'), ...files]) hashed.update(readFileSync(file));
  const hash = hashed.digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  await showProgress(`Installing packages of ${relative(projectFolder, folder)}`, async () => {
    const npm = startProcess({
      name: 'npm',
      nodeArguments: [
        process.env.npm_execpath ?? '',
        ...['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'],
      ],
    });
    const { code } = await npm.ended;
    if (code !== 0) throw new PlainFailure(`${npm.output().trim()}\n\nThe packages could not be installed.`);
  });
  writeFileSync(stamp, hash);
}
