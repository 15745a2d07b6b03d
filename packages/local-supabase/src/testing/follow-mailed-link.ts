import type { LocalSupabase } from './start-local-supabase.ts';

/** A browser's answer when it follows the link to the Auth API itself. */
export async function followMailedLink(
  backend: LocalSupabase,
  { tokenHash, type, redirectTo }: { tokenHash: string; type: string; redirectTo: string },
): Promise<URL> {
  const address = new URL(`${backend.url}/auth/v1/verify`);
  address.searchParams.set('token', tokenHash);
  address.searchParams.set('type', type);
  address.searchParams.set('redirect_to', redirectTo);
  const answer = await fetch(address, { redirect: 'manual' });
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get('location') ?? '');
}
