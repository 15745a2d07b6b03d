import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstSet } from '../../lib/settings.ts';
import type { Variables } from '../command.ts';
import { PlainFailure } from '../plain-failure.ts';
import { chooseBackend, readPort } from './environment.ts';
import { inProject } from './project-folder.ts';

export type Project = {
  supabaseUrl: string;
  secretKey: string;
  /** Null if unset: commands that need it report that. */
  publishableKey: string | null;
  /** Also the OpenID issuer. */
  siteUrl: string;
  isEmbedded: boolean;
  /** Of the local chain, which `npm start` moves from a taken port. */
  chainPort?: number;
};

/** @throws PlainFailure for an incomplete configuration, or if there is no local backend yet */
export function chooseProject(variables: Variables): Project {
  const siteUrl = (
    variables.SITE_URL?.trim() || `http://localhost:${readPort(variables, 'PORT', 3000)}`
  ).replace(/\/$/, '');
  if (chooseBackend(variables) === 'configured') {
    const supabaseUrl = firstSet(variables, 'SUPABASE_URL');
    const secretKey = firstSet(variables, 'SUPABASE_SECRET_KEY');
    for (const [name, url] of Object.entries({ SUPABASE_URL: supabaseUrl, SITE_URL: siteUrl }))
      if (url && !URL.canParse(url))
        throw new PlainFailure(`${name} is malformed: a URL starts with https://.`);
    if (supabaseUrl && secretKey)
      return {
        supabaseUrl: new URL(supabaseUrl).origin,
        secretKey,
        publishableKey: firstSet(variables, 'SUPABASE_PUBLISHABLE_KEY') ?? null,
        siteUrl,
        isEmbedded: false,
      };
    throw new PlainFailure(
      'SUPABASE_URL and SUPABASE_SECRET_KEY are required, in the environment or in .env.local.',
    );
  }
  const folder = variables.LOCAL_SUPABASE_DATA?.trim() || inProject('.local', 'supabase');
  const file = join(folder, 'keys.json');
  if (!existsSync(file))
    throw new PlainFailure(
      `There is no local backend in ${folder} yet. Run npm start in another terminal first.`,
    );
  const keys = JSON.parse(readFileSync(file, 'utf8')) as { secret: string; publishable?: string };
  const port = readPort(variables, 'LOCAL_SUPABASE_PORT', 54_321);
  const chainFile = join(folder, 'chain-port');
  return {
    supabaseUrl: `http://127.0.0.1:${port}`,
    secretKey: keys.secret,
    publishableKey: keys.publishable ?? null,
    siteUrl,
    isEmbedded: true,
    ...(existsSync(chainFile) && { chainPort: Number(readFileSync(chainFile, 'utf8')) }),
  };
}
