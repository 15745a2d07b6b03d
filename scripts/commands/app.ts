import { installDependencies } from '../prepare/install-dependencies.ts';
import { loadEnvironmentFiles } from '../stack/configuration.ts';

/**
 * `npm run app -- add | list | rotate-secret | disable | enable | exempt-from-pkce | require-pkce | remove`: the apps that people can sign in to with this
 * site, in the Supabase project of the environment, else in the local backend. Returns the exit code.
 */
export async function run(args: string[]): Promise<number> {
  await installDependencies();
  loadEnvironmentFiles('production');
  const { carryOut } = await import('../app/carry-out.ts');
  return carryOut(args, process.env);
}
