import { pathToFileURL } from 'node:url';
import { PlainFailure } from '../cli/plain-failure.ts';
import { isOutside } from '../supabase/testing/outside-project.ts';
import { installDependencies } from './prepare/install-dependencies.ts';
import { inProject } from './project-folder.ts';
import { withoutConfiguration } from './stack/configuration.ts';

const tools: Record<string, string> = {
  biome: '@biomejs/biome/bin/biome',
  tsc: 'typescript/bin/tsc',
  jest: 'jest/bin/jest.js',
};

/** Runs a tool of node_modules in this process, without the app's settings of this machine unless TEST_BACKEND is set. */
export async function runTool(name: string, args: string[]): Promise<void> {
  const path = tools[name];
  if (!path) throw new PlainFailure(`There is no command ${name}. See the scripts in package.json.`);
  await installDependencies();
  // Each tool sets NODE_ENV itself: Jest sets `test`.
  const { NODE_ENV: _, ...kept } = isOutside() ? process.env : withoutConfiguration(process.env);
  for (const variable of Object.keys(process.env)) if (!(variable in kept)) delete process.env[variable];
  Object.assign(process.env, kept);
  const file = inProject('node_modules', path);
  process.argv.splice(1, process.argv.length, file, ...args);
  // Exits when `npm test`, which may have started it, dies.
  process.once('disconnect', () => process.exit(1));
  process.channel?.unref();
  await import(pathToFileURL(file).href);
}
