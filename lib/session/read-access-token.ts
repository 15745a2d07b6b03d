import 'server-only';
import { cookies } from 'next/headers';
import { readSessionCookie } from '../supabase/cookies.ts';

/** The access token that this request carries, unchecked: for asking Auth, which checks it. Empty without a session. */
export async function readAccessToken(): Promise<string> {
  return (await readSessionCookie((await cookies()).getAll()))?.access_token ?? '';
}
