import { writeFileSync } from 'node:fs';
import { installDependencies } from '../prepare/install-dependencies.ts';
import { inProject } from '../project-folder.ts';

/** `npm run configuration`: writes what `lib/settings.ts` says of the settings into the two files that people read. */
export async function run(): Promise<number> {
  await installDependencies();
  const { writeDocument, writeExample } = await import('../settings/write-configuration.ts');
  writeFileSync(inProject('docs', 'configuration.md'), writeDocument());
  writeFileSync(inProject('.env.local.example'), writeExample());
  console.log('Wrote docs/configuration.md and .env.local.example from lib/settings.ts.');
  return 0;
}
