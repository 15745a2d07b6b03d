import { randomUUID } from 'node:crypto';
import { createClient, type Session } from '@supabase/supabase-js';
import { signText, type TestWallet, writeStatement } from './sign-solana-message.ts';
import type { LocalSupabase } from './start-local-supabase.ts';

/** An unused address, also across test files. */
export function makeEmail(name = 'ann'): string {
  return `${name}-${randomUUID()}@example.test`;
}

export const firstPassword = 'correct horse battery';

/** @returns a client for use outside a browser: it stores no session and doesn't refresh by itself */
export function connectClient(backend: LocalSupabase, key = backend.publishableKey, schema = 'countersign') {
  const options = { auth: { persistSession: false, autoRefreshToken: false }, db: { schema } };
  return createClient(backend.url, key, options);
}

export interface SignedIn {
  client: ReturnType<typeof connectClient>;
  email: string;
  session: Session;
}

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

/** Another session of the account, started with the publishable key, as any client can. */
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

/** A session of the account that Auth has or creates for a wallet, started with a text that it signed and any client may have got. */
export async function signInWalletAtAuth(backend: LocalSupabase, wallet: TestWallet) {
  const client = connectClient(backend);
  const message = writeStatement(wallet.address, { chainId: 'solana:mainnet' });
  const signature = Buffer.from(signText(wallet, message), 'base64');
  const { data, error } = await client.auth.signInWithWeb3({ chain: 'solana', message, signature });
  if (error) throw error;
  return { client, session: data.session, userId: data.user.id };
}

/** Refreshes by a plain request, so that a test sees the exact response. */
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
