import { installDependencies } from '../prepare/install-dependencies.ts';
import { startProcess } from '../process/start-process.ts';
import { inProject } from '../project-folder.ts';
import { withoutConfiguration } from '../stack/configuration.ts';

/** `npm run types`: writes `lib/supabase/database.types.ts` from the migrations. Returns the exit code. */
export async function run(args: string[]): Promise<number> {
  await installDependencies();
  const writing = startProcess({
    name: 'The types',
    nodeArguments: [inProject('supabase', 'write-database-types.ts'), ...args],
    environment: withoutConfiguration(process.env),
    output: 'terminal',
  });
  const { code } = await writing.ended;
  if (code === 0) console.log('lib/supabase/database.types.ts is what the migrations make.');
  return code ?? 1;
}
