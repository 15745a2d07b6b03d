import { run } from './main.ts';
import { loadEnvironmentFiles } from './project/environment.ts';

/**
 * `node operator.mjs <command> …`: the commands for operators, as one file that runs without npm, packages and a checkout.
 * `npm run image-folder` makes it.
 */
loadEnvironmentFiles('production');
process.exitCode = await run(process.argv.slice(2));
