import { readFileSync } from 'node:fs';
import {
  holdBackend,
  type LocalSupabase,
  shareLocalSupabase,
  startLocalSupabase,
} from 'local-supabase/testing';
import { forServerAlone } from './for-server-alone.ts';

const readSql = (path: string) => forServerAlone(readFileSync(`supabase/testing/${path}.sql`, 'utf8'));

const options = () => ({
  env: { LOCAL_SUPABASE_MAIL_FREQUENCY: '0' },
  extraMigrations: {
    '20990101000000_fill_wallets.sql': readSql('wallets/fill-wallets'),
    '20990101000001_test_functions.sql': readSql('wallets/test-functions'),
    '20990101000002_test_functions.sql': readSql('sessions/test-functions'),
    '20990101000004_step_up_functions.sql': readSql('step-up/test-functions'),
    '20990101000005_passkey_functions.sql': readSql('passkeys/test-functions'),
    '20990101000006_app_functions.sql': readSql('apps/test-functions'),
    '20990101000007_token_functions.sql': readSql('apps/token-functions'),
  },
});

/**
 * The local Supabase that test files with only their own accounts share: the project's migrations, and functions that make
 * sessions and statements older, add a factor or a passkey, and read what policies hide.
 */
export function shareBackend(): Promise<LocalSupabase> {
  return shareLocalSupabase('backend', options());
}

/** `shareBackend` for a whole test file, held by `holdBackend`. */
export function sharedBackend(): LocalSupabase {
  return holdBackend(shareBackend);
}

/** Like `shareBackend`, but for one test file, with other settings. */
export function startBackend(
  env: Record<string, string>,
  moreMigrations: Record<string, string> = {},
): Promise<LocalSupabase> {
  const extraMigrations = { ...options().extraMigrations, ...moreMigrations };
  return startLocalSupabase({ env: { ...options().env, ...env }, extraMigrations });
}
