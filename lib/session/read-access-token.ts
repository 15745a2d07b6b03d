import 'server-only';
import { cookies } from 'next/headers';
import { readSessionCookie } from '../supabase/cookies.ts';

/** This request's access token, unverified, to send to Auth, which verifies it. Empty without a session. */
export async function readAccessToken(): Promise<string> {
  return (await readSessionCookie((await cookies()).getAll()))?.access_token ?? '';
}
