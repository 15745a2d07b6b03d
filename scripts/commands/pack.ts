import { PlainFailure } from '../../cli/plain-failure.ts';
import { buildPackage, publishedPackages } from '../packages/build-package.ts';
import { installDependencies } from '../prepare/install-dependencies.ts';
import { startProcess } from '../process/start-process.ts';

/** `npm run pack -- <package> [<repository URL>]`: writes the tarball that npm would publish into the current folder. */
export async function run([name = '', repository]: string[]): Promise<number> {
  if (!publishedPackages.includes(name))
    throw new PlainFailure(`Choose a package: ${publishedPackages.join(', ')}.`);
  await installDependencies();
  const folder = await buildPackage(name, repository);
  const npm = startProcess({
    name: 'npm',
    nodeArguments: [process.env.npm_execpath ?? '', 'pack', folder],
    folder: process.env.INIT_CWD,
    output: 'terminal',
  });
  return (await npm.ended).code ?? 1;
}
