import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstSet } from '../../../../lib/settings.ts';
import type { Variables } from '../command.ts';
import { PlainFailure } from '../plain-failure.ts';
import { chooseBackend, readPort } from './environment.ts';
import { inProject } from './project-folder.ts';

/** The Supabase project that a command is about, and the site on it. */
export type Project = {
  supabaseUrl: string;
  secretKey: string;
  /** Null where none is set: commands that need it say so. */
  publishableKey: string | null;
  /** A connection string of its database, from `SUPABASE_DB_URL`; null where none is set, and for the local backend. */
  databaseUrl: string | null;
  /** Where people open the site: what apps call the issuer. */
  siteUrl: string;
  isEmbedded: boolean;
};

/**
 * The Supabase project of the environment, else the local backend of this checkout.
 * @throws PlainFailure for half a configuration, and where there was no local backend yet
 */
export function chooseProject(variables: Variables): Project {
  const siteUrl = (
    variables.SITE_URL?.trim() || `http://localhost:${readPort(variables, 'PORT', 3000)}`
  ).replace(/\/$/, '');
  if (chooseBackend(variables) === 'configured') {
    const supabaseUrl = firstSet(variables, 'SUPABASE_URL');
    const secretKey = firstSet(variables, 'SUPABASE_SECRET_KEY');
    for (const [name, url] of Object.entries({ SUPABASE_URL: supabaseUrl, SITE_URL: siteUrl }))
      if (url && !URL.canParse(url))
        throw new PlainFailure(`${name} is malformed: an address begins with https://.`);
    if (supabaseUrl && secretKey)
      return {
        supabaseUrl: new URL(supabaseUrl).origin,
        secretKey,
        publishableKey: firstSet(variables, 'SUPABASE_PUBLISHABLE_KEY') ?? null,
        databaseUrl: variables.SUPABASE_DB_URL?.trim() || null,
        siteUrl,
        isEmbedded: false,
      };
    throw new PlainFailure(
      'SUPABASE_URL and SUPABASE_SECRET_KEY are needed, in the environment or in .env.local.',
    );
  }
  const folder = variables.LOCAL_SUPABASE_DATA?.trim() || inProject('.local', 'supabase');
  const file = join(folder, 'keys.json');
  if (!existsSync(file))
    throw new PlainFailure(
      `There is no local backend in ${folder} yet. Run npm start first, and this beside it.`,
    );
  const keys = JSON.parse(readFileSync(file, 'utf8')) as { secret: string; publishable?: string };
  const port = readPort(variables, 'LOCAL_SUPABASE_PORT', 54_321);
  return {
    supabaseUrl: `http://127.0.0.1:${port}`,
    secretKey: keys.secret,
    publishableKey: keys.publishable ?? null,
    databaseUrl: null,
    siteUrl,
    isEmbedded: true,
  };
}
