import { installDependencies } from '../prepare/install-dependencies.ts';
import { loadEnvironmentFiles } from '../stack/configuration.ts';

/**
 * `npm run account -- find | end-sessions | remove-second-factor | close`: what a team does about one account, in the Supabase
 * project of the environment, else in the local backend. Returns the exit code.
 */
export async function run(args: string[]): Promise<number> {
  await installDependencies();
  loadEnvironmentFiles('production');
  const { carryOut } = await import('../account/carry-out.ts');
  return carryOut(args, process.env);
}
