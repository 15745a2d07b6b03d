import { readSettings } from './core/settings.ts';
import { type Prepare, startBackend } from './start-backend.ts';

export type { Database, Query } from './core/database.ts';
export { migrateProject, openProjectDatabase } from './core/project-database.ts';
export { StartFailure } from './core/start-failure.ts';
export type { Prepare };

/** An omitted option falls back to its environment variable or default. */
export interface LocalSupabaseOptions {
  /** The folder with `supabase/config.toml`, the base of relative paths. Default: the current folder. */
  folder?: string;
  /** The settings file. Default: `supabase/config.toml`. */
  config?: string;
  /** The migrations folder. Default: `migrations` beside the settings. */
  migrations?: string;
  /** The folder of the database and keys. Default: `.local/supabase`. */
  data?: string;
  /** The port of the API and the mailbox. Default: 54321; 0 uses any free one. */
  port?: number;
  /** The SMTP port of the mailbox. Default: 54325; 0 uses any free one. */
  smtpPort?: number;
  /** The base of links in emails. Default: `auth.site_url` of the settings. */
  siteUrl?: string;
  /** Settings by variable name, in place of the environment's. */
  variables?: Record<string, string | undefined>;
  /** Runs before the project's migrations, for a database that they can't migrate themselves. */
  prepare?: Prepare;
}

export interface LocalSupabase {
  url: string;
  mailboxUrl: string;
  smtpPort: number;
  publishableKey: string;
  secretKey: string;
  /** Finishes running requests, closes the database, and frees the ports and the folder. */
  stop(): Promise<void>;
}

/**
 * Starts an imitation of a Supabase project for development, in this process.
 * @throws StartFailure with one line that says what to change
 */
export async function startLocalSupabase(options: LocalSupabaseOptions = {}): Promise<LocalSupabase> {
  const given = {
    LOCAL_SUPABASE_CONFIG: options.config,
    LOCAL_SUPABASE_MIGRATIONS: options.migrations,
    LOCAL_SUPABASE_DATA: options.data,
    LOCAL_SUPABASE_PORT: options.port?.toString(),
    LOCAL_SMTP_PORT: options.smtpPort?.toString(),
    SITE_URL: options.siteUrl,
  };
  const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const settings = readSettings(
    { ...(options.variables ?? process.env), ...named } as NodeJS.ProcessEnv,
    options.folder,
  );
  const { url, smtpPort, apiKeys, close } = await startBackend(settings, options.prepare);
  return {
    url,
    mailboxUrl: `${url}/mailbox`,
    smtpPort,
    publishableKey: apiKeys.publishable,
    secretKey: apiKeys.secret,
    stop: close,
  };
}
