import { installDependencies } from '../prepare/install-dependencies.ts';
import { startProcess } from '../process/start-process.ts';
import { inProject } from '../project-folder.ts';
import { withoutConfiguration } from '../stack/configuration.ts';

/**
 * `npm run types`: writes from the migrations what the app and its readers know of the schema. Returns the exit code.
 */
export async function run(args: string[]): Promise<number> {
  await installDependencies();
  const writing = startProcess({
    name: 'The types',
    nodeArguments: [inProject('supabase/write-types.ts'), ...args],
    environment: withoutConfiguration(process.env),
    output: 'terminal',
  });
  const { code } = await writing.ended;
  if (code !== 0) return code ?? 1;
  console.log(
    'lib/supabase/database.types.ts and supabase/schema-objects.json are what the migrations make.',
  );
  return 0;
}
