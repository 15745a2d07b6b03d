import { run } from './main.ts';
import { loadEnvironmentFiles } from './project/environment.ts';

/** `node operator.mjs <command> …`: the operators' commands in one file, which `npm run image-folder` makes. */
loadEnvironmentFiles('production');
process.exitCode = await run(process.argv.slice(2));
