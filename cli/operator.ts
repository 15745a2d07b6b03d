import { run } from './main.ts';
import { loadEnvironmentFiles } from './project/environment.ts';

/**
 * `node operator.mjs <command> …`: the operator commands in one file, without npm, packages or a checkout.
 * `npm run image-folder` makes it.
 */
loadEnvironmentFiles('production');
process.exitCode = await run(process.argv.slice(2));
