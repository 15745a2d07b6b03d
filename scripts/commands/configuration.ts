import { writeFileSync } from 'node:fs';
import { installDependencies } from '../prepare/install-dependencies.ts';
import { inProject } from '../project-folder.ts';

/** `npm run configuration`: writes the documents of settings, metrics and log events. */
export async function run(): Promise<number> {
  await installDependencies();
  const { writeDocument, writeExample, writeMetricsAndLogEvents } = await import(
    '../settings/write-configuration.ts'
  );
  writeFileSync(inProject('docs', 'configuration.md'), writeDocument());
  writeFileSync(inProject('.env.local.example'), writeExample());
  writeFileSync(inProject('docs', 'metrics-and-log-events.md'), writeMetricsAndLogEvents());
  console.log('Wrote docs/configuration.md, .env.local.example and docs/metrics-and-log-events.md.');
  return 0;
}
