import { createClient, type Provider, type SupabaseClient } from '@supabase/supabase-js';
import { siteUrl } from './site-url.ts';
import type { LocalSupabase } from './start-local-supabase.ts';

export const callbackPage = `${siteUrl}/auth/callback`;

/** A client as one browser has it: it keeps the PKCE verifier between the way out and the way back. */
export function connectBrowser(backend: LocalSupabase): SupabaseClient {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  return createClient(backend.url, backend.publishableKey, {
    auth: { flowType: 'pkce', storage, autoRefreshToken: false, detectSessionInUrl: false },
  });
}

/** Follows one redirect as a browser would be told to. */
export async function followOnce(address: string | URL): Promise<URL> {
  const answer = await fetch(address, { redirect: 'manual' });
  const location = answer.headers.get('location');
  if (location === null) throw new Error(`No redirect but ${answer.status}: ${await answer.text()}`);
  return new URL(location);
}

/** Starts a sign-in and gives the provider's page that the browser is sent to. */
export async function goToProvider(browser: SupabaseClient, provider: Provider = 'github'): Promise<URL> {
  const options = { redirectTo: callbackPage, skipBrowserRedirect: true };
  const { data, error } = await browser.auth.signInWithOAuth({ provider, options });
  if (error) throw error;
  return followOnce(data.url ?? '');
}

/** Comes back from the provider's page with these values, and gives the page of the app that follows. */
export function comeBack(
  backend: LocalSupabase,
  providerPage: URL,
  values: Record<string, string>,
): Promise<URL> {
  const callback = new URL(`${backend.url}/auth/v1/callback`);
  callback.searchParams.set('state', providerPage.searchParams.get('state') ?? '');
  for (const [name, value] of Object.entries(values)) callback.searchParams.set(name, value);
  return followOnce(callback);
}

/** The whole way there and back as the person that `code` stands for. */
export async function signInAtGithub(
  backend: LocalSupabase,
  code: string,
  browser = connectBrowser(backend),
) {
  const target = await comeBack(backend, await goToProvider(browser), { code });
  const authCode = target.searchParams.get('code');
  if (authCode === null) throw new Error(`No code: ${target.search}`);
  const { data, error } = await browser.auth.exchangeCodeForSession(authCode);
  if (error) throw error;
  return { browser, session: data.session, user: data.user };
}
