import { writeFileSync } from 'node:fs';
import { PlainFailure } from '../../cli/plain-failure.ts';
import { installDependencies } from '../prepare/install-dependencies.ts';
import { inProject } from '../project-folder.ts';
import { loadEnvironmentFiles } from '../stack/configuration.ts';

/**
 * `npm run mails`: writes the mails that Auth sends, `supabase/templates/*.html`, with the name and the support of the site
 * as the environment or .env.local says them. Auth is given files, so it can't read those by itself.
 */
export async function run(): Promise<number> {
  await installDependencies();
  loadEnvironmentFiles('production');
  const { readBranding } = await import('../../lib/branding.ts');
  const { writeAuthTemplates } = await import('../../lib/mail/auth-templates.ts');
  const read = readBranding(process.env);
  if (!read.ok) throw new PlainFailure(`${read.malformed.join(' and ')} is malformed.`);
  for (const [name, { html }] of Object.entries(writeAuthTemplates(read.branding))) {
    writeFileSync(inProject('supabase', 'templates', name), html);
  }
  console.log(`Wrote supabase/templates for ${read.branding.siteName}.`);
  return 0;
}
