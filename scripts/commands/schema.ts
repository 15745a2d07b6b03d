import { installDependencies } from '../prepare/install-dependencies.ts';
import { loadEnvironmentFiles } from '../stack/configuration.ts';

/** `npm run schema -- apply | print | check`: what Countersign has in the database of a project. Returns the exit code. */
export async function run(args: string[]): Promise<number> {
  await installDependencies();
  loadEnvironmentFiles('production');
  const { carryOut } = await import('../schema/carry-out.ts');
  return carryOut(args, process.env);
}
