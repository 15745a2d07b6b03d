import type { LocalSupabase } from './start-local-supabase.ts';

/** Makes the backend sign with a new key, or delete its older keys. */
export async function rotateKey(backend: LocalSupabase, step: 'add new' | 'remove old'): Promise<void> {
  const query = step === 'remove old' ? '?remove=old' : '';
  const answer = await fetch(`${backend.url}/local/rotate-key${query}`, {
    method: 'POST',
    headers: { apikey: backend.secretKey },
  });
  if (!answer.ok) throw new Error(`The key was not rotated: ${answer.status}`);
}
