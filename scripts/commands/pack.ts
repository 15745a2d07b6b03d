import { PlainFailure } from '../../packages/cli/src/plain-failure.ts';
import { buildPackage } from '../packages/build-package.ts';
import { installDependencies } from '../prepare/install-dependencies.ts';
import { startProcess } from '../process/start-process.ts';

/** `npm run pack -- <package>`: writes its tarball, as npm would publish it, into the current folder. */
export async function run([name = '']: string[]): Promise<number> {
  if (name !== 'local-supabase' && name !== 'local-solana')
    throw new PlainFailure('Choose a package: local-supabase or local-solana.');
  await installDependencies();
  const folder = await buildPackage(name);
  const npm = startProcess({
    name: 'npm',
    nodeArguments: [process.env.npm_execpath ?? '', 'pack', folder],
    folder: process.env.INIT_CWD,
    output: 'terminal',
  });
  return (await npm.ended).code ?? 1;
}
