import type { LocalSupabase } from './start-local-supabase.ts';

/** Returns the target of one redirect. */
export async function followOnce(address: string | URL): Promise<URL> {
  const answer = await fetch(address, { redirect: 'manual' });
  const location = answer.headers.get('location');
  if (location === null) throw new Error(`No redirect but ${answer.status}: ${await answer.text()}`);
  return new URL(location);
}

/** Calls back from the provider's page with these values. Returns the app's page that follows. */
export function returnFromProvider(
  backend: LocalSupabase,
  providerPage: URL,
  values: Record<string, string>,
): Promise<URL> {
  const callback = new URL(`${backend.url}/auth/v1/callback`);
  callback.searchParams.set('state', providerPage.searchParams.get('state') ?? '');
  for (const [name, value] of Object.entries(values)) callback.searchParams.set(name, value);
  return followOnce(callback);
}
