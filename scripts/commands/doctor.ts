import { exitCodes, writeFailure } from '../doctor/exit-codes.ts';
import { installDependencies } from '../prepare/install-dependencies.ts';
import { loadEnvironmentFiles } from '../stack/configuration.ts';

/**
 * `npm run doctor`: what of the Supabase project and the site is not as it should be, and which setting mends it. Returns
 * the exit code.
 */
export async function run(args: string[]): Promise<number> {
  try {
    await installDependencies();
    loadEnvironmentFiles('production');
    const { carryOut } = await import('../doctor/carry-out.ts');
    return await carryOut(args, process.env);
  } catch (error) {
    return writeFailure(error, { exitCode: exitCodes.unlooked, asJson: args.includes('--json') });
  }
}
