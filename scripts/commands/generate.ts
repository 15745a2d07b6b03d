import { writeFileSync } from 'node:fs';
import { PlainFailure } from '../../cli/plain-failure.ts';
import { installDependencies } from '../prepare/install-dependencies.ts';
import { startProcess } from '../process/start-process.ts';
import { inProject } from '../project-folder.ts';
import { loadEnvironmentFiles, withoutConfiguration } from '../stack/configuration.ts';

const generators = {
  async types() {
    const writing = startProcess({
      name: 'The types',
      nodeArguments: [inProject('supabase/write-types.ts')],
      environment: withoutConfiguration(process.env),
      output: 'terminal',
    });
    const { code } = await writing.ended;
    if (code === 0) console.log('Wrote lib/supabase/database.types.ts and supabase/schema-objects.json.');
    return code ?? 1;
  },
  async configuration() {
    const write = await import('../settings/write-configuration.ts');
    writeFileSync(inProject('docs', 'configuration.md'), write.writeDocument());
    writeFileSync(inProject('.env.local.example'), write.writeExample());
    writeFileSync(inProject('docs', 'metrics-and-log-events.md'), write.writeMetricsAndLogEvents());
    console.log('Wrote docs/configuration.md, .env.local.example and docs/metrics-and-log-events.md.');
    return 0;
  },
  async recipes() {
    const { writeRecipes } = await import('../recipes/write-recipes.ts');
    writeFileSync(inProject('lib', 'apps', 'recipes.json'), writeRecipes());
    console.log('Wrote lib/apps/recipes.json.');
    return 0;
  },
  /** The emails that Auth sends, with `SITE_NAME` and `SUPPORT_URL` of the environment or .env.local: Auth reads only files. */
  async emails() {
    loadEnvironmentFiles('production');
    const { readBranding } = await import('../../lib/branding.ts');
    const { writeAuthTemplates } = await import('../../lib/mail/auth-templates.ts');
    const read = readBranding(process.env);
    if (!read.ok) throw new PlainFailure(`${read.malformed.join(' and ')} is malformed.`);
    for (const [name, { html }] of Object.entries(writeAuthTemplates(read.branding)))
      writeFileSync(inProject('supabase', 'templates', name), html);
    console.log(`Wrote supabase/templates for ${read.branding.siteName}.`);
    return 0;
  },
};

/**
 * `npm run generate [-- types|configuration|recipes|emails]`: writes the generated files that are committed: database types,
 * documentation of settings, metrics and log events, the recipes on an app's page, and Auth's email templates.
 */
export async function run([name]: string[]): Promise<number> {
  const named =
    name === undefined ? Object.values(generators) : [generators[name as keyof typeof generators]];
  await installDependencies();
  for (const generate of named) {
    if (!generate)
      throw new PlainFailure(`Choose one of ${Object.keys(generators).join(', ')}, or none for all.`);
    const code = await generate();
    if (code !== 0) return code;
  }
  return 0;
}
