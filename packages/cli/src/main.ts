import { loadEnvironmentFiles } from '../../../scripts/stack/configuration.ts';

type CarryOut = (args: string[], variables: NodeJS.ProcessEnv) => Promise<number>;

const commands: Record<string, () => Promise<{ carryOut: CarryOut }>> = {
  doctor: () => import('./doctor/carry-out.ts'),
  schema: () => import('./schema/carry-out.ts'),
  app: () => import('./app/carry-out.ts'),
  account: () => import('./account/carry-out.ts'),
  'verify-proof': () => import('./verify-proof/carry-out.ts'),
};

/**
 * Runs a command for operators: `npm run <name>` in a checkout, `node operator.mjs <name>` in the image. Its settings are those of the
 * environment, then those of .env.local and its like.
 * @returns the exit code
 */
export async function run([name = '', ...args]: string[]): Promise<number> {
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!load) {
    console.error(`node operator.mjs ${Object.keys(commands).join(' | ')} …: each says more with --help.`);
    return 1;
  }
  if (name !== 'verify-proof') loadEnvironmentFiles('production');
  const { carryOut } = await load();
  return carryOut(args, process.env);
}
