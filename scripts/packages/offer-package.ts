import { createHash } from 'node:crypto';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PlainFailure } from '../../cli/plain-failure.ts';
import { startProcess } from '../process/start-process.ts';
import { buildPackage } from './build-package.ts';

/** Writes the package for apps to a site's public folder, in place of the previous one. Its name has its hash, so it can be cached forever. */
export async function offerPackage(publicFolder: string): Promise<void> {
  const folder = await buildPackage('countersign');
  const scratch = mkdtempSync(join(tmpdir(), 'countersign-'));
  try {
    const npm = startProcess({
      name: 'npm',
      nodeArguments: [process.env.npm_execpath ?? '', 'pack', folder, '--pack-destination', scratch],
    });
    if ((await npm.ended).code !== 0) throw new PlainFailure(npm.output().trim());
    const [packed = ''] = globSync('*.tgz', { cwd: scratch });
    const content = readFileSync(join(scratch, packed));
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
    for (const old of globSync('countersign-*.tgz', { cwd: publicFolder })) rmSync(join(publicFolder, old));
    writeFileSync(join(publicFolder, packed.replace('.tgz', `-${hash}.tgz`)), content);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}
