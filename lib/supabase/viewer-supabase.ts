import 'server-only';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { cookies } from 'next/headers';
import { environment } from '../env.ts';
import { readSessionCookie } from './cookies.ts';
import type { Database } from './database.types.ts';
import { clientOptions } from './schema.ts';

/** Supabase's REST API with this request's access token, which PostgREST and the policies verify. */
export async function createViewerSupabase(): Promise<SupabaseClient<Database>> {
  const { supabaseUrl, supabasePublishableKey } = environment();
  const session = await readSessionCookie((await cookies()).getAll());
  return createClient<Database>(supabaseUrl, supabasePublishableKey, {
    ...clientOptions,
    accessToken: async () => session?.access_token ?? null,
  });
}
