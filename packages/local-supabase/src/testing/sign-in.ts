import { randomUUID } from 'node:crypto';
import { createClient, type Session } from '@supabase/supabase-js';
import type { LocalSupabase } from './start-local-supabase.ts';

/** An address nobody has used, by other test files either. */
export function makeEmail(name = 'ann'): string {
  return `${name}-${randomUUID()}@example.test`;
}

export const firstPassword = 'correct horse battery';

/** @returns a client as a browserless app has it: nothing kept, nothing refreshed by itself. */
export function connectClient(backend: LocalSupabase, key = backend.publishableKey, schema = 'countersign') {
  const options = { auth: { persistSession: false, autoRefreshToken: false }, db: { schema } };
  return createClient(backend.url, key, options);
}

export interface SignedIn {
  client: ReturnType<typeof connectClient>;
  email: string;
  session: Session;
}

/** Signs up and confirms by the mailed code. */
export async function signUpAtAuth(backend: LocalSupabase, email = makeEmail()): Promise<SignedIn> {
  const client = connectClient(backend);
  const signUp = await client.auth.signUp({ email, password: firstPassword });
  if (signUp.error) throw signUp.error;
  const { code } = await backend.newestMailTo(email);
  const verified = await client.auth.verifyOtp({ email, token: code ?? '', type: 'email' });
  if (verified.error) throw verified.error;
  if (!verified.data.session) throw new Error('Confirming gave no session.');
  return { client, email, session: verified.data.session };
}

/** Another session of the same account, got with the publishable key as anyone can. */
export async function signInAtAuth(
  backend: LocalSupabase,
  email: string,
  password = firstPassword,
): Promise<SignedIn> {
  const client = connectClient(backend);
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return { client, email, session: data.session };
}

/** Trades a refresh token as a bare request, so that a test sees exactly what is answered. */
export async function postRefresh(backend: LocalSupabase, refreshToken: string) {
  const answer = await postAuth(backend, '/token?grant_type=refresh_token', { refresh_token: refreshToken });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

export function postAuth(
  backend: LocalSupabase,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
) {
  return fetch(`${backend.url}/auth/v1${path}`, {
    method: 'POST',
    headers: { apikey: backend.publishableKey, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}
