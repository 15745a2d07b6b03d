import 'server-only';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { environment } from '../env.ts';
import { fetchForVisitor } from './call-auth.ts';
import type { Database } from './database.types.ts';
import { clientOptions } from './rest.ts';

export type Supabase = SupabaseClient<Database>;

/** Anonymous Supabase, for requesting emails: `createSupabase` would bind their links to this browser. */
export function createAnonymousSupabase(key = environment().supabasePublishableKey): Supabase {
  return createClient<Database>(environment().supabaseUrl, key, {
    ...withoutSession,
    global: { fetch: fetchForVisitor },
  });
}

/** Like `createAnonymousSupabase`, without a captcha, which Auth doesn't require of the server: only for users already identified. */
export function createSupabaseWithoutCaptcha(): Supabase {
  const { supabaseSecretKey, captcha } = environment();
  return createAnonymousSupabase(captcha ? supabaseSecretKey : undefined);
}

/** Bypasses row-level security with the secret key. Only for the server's own calls. */
export function createAdminSupabase(): Supabase {
  const { supabaseUrl, supabaseSecretKey } = environment();
  return createClient<Database>(supabaseUrl, supabaseSecretKey, withoutSession);
}

export const withoutSession = {
  ...clientOptions,
  auth: { flowType: 'implicit', persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
} as const;
