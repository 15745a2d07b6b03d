import { readSettings } from './core/settings.ts';
import { type Prepare, startBackend } from './start-backend.ts';

export type { Database, Query } from './core/database.ts';
export { migrateProject, openProjectDatabase } from './core/project-database.ts';
export { StartFailure } from './core/start-failure.ts';
export type { Prepare };

/** All optional. A missing one falls back to its environment variable or default. */
export interface LocalSupabaseOptions {
  /** The folder that has `supabase/config.toml` in it, where relative paths begin: the current one. */
  folder?: string;
  /** The settings: `supabase/config.toml`. */
  config?: string;
  /** The folder of migrations: `migrations` beside the settings. */
  migrations?: string;
  /** The folder of database and keys: `.local/supabase`. */
  data?: string;
  /** The port of the API and the mailbox: 54321. 0 takes any free one. */
  port?: number;
  /** Takes mail into the mailbox: 54325. 0 takes any free one. */
  smtpPort?: number;
  /** The base of links in emails: `auth.site_url` of the settings. */
  siteUrl?: string;
  /** Settings by the names of their variables, in place of the environment's. */
  variables?: Record<string, string | undefined>;
  /** Runs before the migrations of the project, for a database that they can't bring up to date by themselves. */
  prepare?: Prepare;
}

export interface LocalSupabase {
  url: string;
  mailboxUrl: string;
  smtpPort: number;
  publishableKey: string;
  secretKey: string;
  /** Finishes what is running, closes the database, and frees the ports and the folder. */
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
