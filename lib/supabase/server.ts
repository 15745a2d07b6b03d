import 'server-only';
import { createClient, type Session, type SupabaseClient } from '@supabase/supabase-js';
import { cookies } from 'next/headers';
import { environment } from '../env.ts';
import { checkCookieBudget } from './cookie-budget.ts';
import { readSessionCookie, sessionCookieName, writeSessionCookie } from './cookies.ts';
import type { Database } from './database.types.ts';
import { fetchForClient } from './fetch-for-person.ts';
import { clientOptions } from './schema.ts';

export type Supabase = SupabaseClient<Database>;

/**
 * Supabase as the person who sent this request, for server actions and route handlers: what Auth changes about the session
 * goes into this response's cookies. Its calls throw SessionTooLarge when the session doesn't fit into cookies.
 */
export async function createSupabase(): Promise<Supabase> {
  const { supabaseUrl, supabasePublishableKey } = environment();
  const store = await cookies();
  const storageKey = sessionCookieName();
  return createClient<Database>(supabaseUrl, supabasePublishableKey, {
    ...clientOptions,
    global: { fetch: fetchWithoutRefresh },
    auth: {
      ...withoutSession.auth,
      persistSession: true,
      skipAutoInitialize: true,
      storageKey,
      storage: {
        isServer: true,
        getItem: async (key) =>
          key === storageKey ? JSON.stringify(await readSessionCookie(store.getAll())) : null,
        async setItem(key, value) {
          if (key === storageKey) await startSession(JSON.parse(value));
        },
        // The library also removes what it never kept here, under other names.
        async removeItem(key) {
          if (key !== storageKey) return;
          for (const { name, value, options } of writeSessionCookie(null, store.getAll()))
            store.set(name, value, options);
        },
      },
    },
  });
}

/**
 * The middleware has refreshed the session already or could not. The library would try again and again for half a
 * minute, with a person waiting; this answer it takes for final.
 */
const fetchWithoutRefresh: typeof fetch = async (input, init) =>
  String(input).includes('grant_type=refresh_token')
    ? Response.json({ code: 'unexpected_failure', message: 'not refreshed here' }, { status: 500 })
    : fetchForClient(input, init);

/**
 * Supabase as nobody, for asking it to send a mail. Links in those mails carry a token that works in any browser;
 * the client above would bind them to this one with a verifier cookie.
 */
export function createAnonymousSupabase(): Supabase {
  const { supabaseUrl, supabasePublishableKey } = environment();
  return createClient<Database>(supabaseUrl, supabasePublishableKey, {
    ...withoutSession,
    global: { fetch: fetchForClient },
  });
}

/** Supabase with the secret key, which row-level security does not hold back. Only for the server's own functions. */
export function createAdminSupabase(): Supabase {
  const { supabaseUrl, supabaseSecretKey } = environment();
  return createClient<Database>(supabaseUrl, supabaseSecretKey, withoutSession);
}

const withoutSession = {
  ...clientOptions,
  auth: { flowType: 'implicit', persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
} as const;

/** Sets the cookies of a session that Auth handed out. Throws SessionTooLarge when it doesn't fit. */
export async function startSession(session: Session): Promise<void> {
  const store = await cookies();
  const expiresAt = session.expires_at ?? Math.floor(Date.now() / 1000) + session.expires_in;
  const changed = writeSessionCookie({ ...session, expires_at: expiresAt }, store.getAll());
  checkCookieBudget(changed, session.access_token);
  for (const { name, value, options } of changed) store.set(name, value, options);
}
