import 'server-only';
import type { Session } from '@supabase/supabase-js';
import { cookies } from 'next/headers';
import { callAuth } from '../supabase/call-auth.ts';
import { readSessionCookie } from '../supabase/cookies.ts';
import { startSession } from '../supabase/server.ts';

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
