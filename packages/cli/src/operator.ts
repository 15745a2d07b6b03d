import { run } from './main.ts';

/**
 * `node operator.mjs <command> …`: the commands for operators, as one file that runs without npm, packages and a checkout.
 * `npm run image-folder` makes it.
 */
try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  const isPlain = error instanceof Error && error.name === 'PlainFailure';
  console.error(isPlain ? error.message : error);
  process.exitCode = 1;
}
