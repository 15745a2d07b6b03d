import 'server-only';
import { createClient, type Session, type SupabaseClient } from '@supabase/supabase-js';
import { cookies } from 'next/headers';
import { environment } from '../env.ts';
import { callAuth, fetchForVisitor } from '../supabase/call-auth.ts';
import type { Database } from '../supabase/database.types.ts';
import { clientOptions } from '../supabase/rest.ts';
import { type Supabase, withoutSession } from '../supabase/server.ts';
import { readSessionCookie, sessionCookieName, writeSessionCookie } from './cookies.ts';
import { startSession } from './record-session.ts';

/** Supabase as this request's user. Writes its session into the response's cookies. Throws SessionTooLarge. */
export async function createSupabase(): Promise<Supabase> {
  const { supabaseUrl, supabasePublishableKey } = environment();
  const store = await cookies();
  const storageKey = sessionCookieName();
  return createClient<Database>(supabaseUrl, supabasePublishableKey, {
    ...clientOptions,
    global: { fetch: fetchForVisitor },
    auth: {
      ...withoutSession.auth,
      persistSession: true,
      skipAutoInitialize: true,
      storageKey,
      storage: {
        isServer: true,
        // Hides the expiry: supabase-js would retry a refresh for half a minute, after the middleware has refreshed or could not.
        async getItem(key) {
          if (key !== storageKey) return null;
          const session = await readSessionCookie(store.getAll());
          return JSON.stringify(session && { ...session, expires_at: null });
        },
        async setItem(key, value) {
          if (key !== storageKey) return;
          const { expires_at, ...session } = JSON.parse(value);
          const kept = expires_at ?? (await readSessionCookie(store.getAll()))?.expires_at;
          await startSession({ ...session, expires_at: kept });
        },
        // supabase-js also removes keys that it never stored here.
        async removeItem(key) {
          if (key !== storageKey) return;
          for (const { name, value, options } of writeSessionCookie(null, store.getAll()))
            store.set(name, value, options);
        },
      },
    },
  });
}

/** Supabase's REST API with this request's access token, which PostgREST and the policies verify. */
export async function createViewerSupabase(): Promise<SupabaseClient<Database>> {
  const { supabaseUrl, supabasePublishableKey } = environment();
  const session = await readSessionCookie((await cookies()).getAll());
  return createClient<Database>(supabaseUrl, supabasePublishableKey, {
    ...clientOptions,
    accessToken: async () => session?.access_token ?? null,
  });
}

/** This request's access token, unverified, to send to Auth, which verifies it. Empty without a session. */
export async function readAccessToken(): Promise<string> {
  return (await readSessionCookie((await cookies()).getAll()))?.access_token ?? '';
}

/** Gets a new access token after a change of its claims. While Auth is down, the old one stays until it expires. */
export async function refreshClaims(): Promise<void> {
  const session = await readSessionCookie((await cookies()).getAll());
  if (!session) return;
  const renewed = await callAuth({
    method: 'POST',
    path: '/token?grant_type=refresh_token',
    body: { refresh_token: session.refresh_token },
  });
  if (renewed.ok) await startSession(renewed.data as Session);
}
