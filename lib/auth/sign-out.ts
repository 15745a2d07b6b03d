import 'server-only';
import { cookies } from 'next/headers';
import { z } from 'zod';
import { environment } from '../env.ts';
import { readSessionCookie, writeSessionCookie } from '../supabase/cookies.ts';
import { fetchBackend } from '../supabase/fetch.ts';
import { forgetRefreshes } from './session.ts';

/**
 * Ends this session, or every session of the account, and clears the cookies whatever Auth answers: somebody who
 * leaves a shared machine must be out.
 * @returns ended: false when Auth did not say that it is over, so that the session may live on.
 */
export async function signOut(scope: 'local' | 'global'): Promise<{ ended: boolean }> {
  const store = await cookies();
  const carried = store.getAll();
  const session = await readSessionCookie(carried);
  for (const { name, value, options } of writeSessionCookie(null, carried)) store.set(name, value, options);
  if (!session) return { ended: true };
  forgetRefreshes(session.refresh_token);
  return { ended: await endSession(session.access_token, scope) };
}

/** Asks Auth to end the session of an access token. Never throws. */
export async function endSession(accessToken: string, scope: 'local' | 'global'): Promise<boolean> {
  const { supabaseUrl, supabasePublishableKey } = environment();
  const answer = await fetchBackend(`${supabaseUrl}/auth/v1/logout?scope=${scope}`, {
    method: 'POST',
    headers: {
      apikey: supabasePublishableKey,
      authorization: `Bearer ${accessToken}`,
      'x-supabase-api-version': '2024-01-01',
    },
  }).catch(() => null);
  if (!answer) return false;
  return answer.ok || overAlready.safeParse(await answer.json().catch(() => null)).success;
}

/** Auth's words for a session that has ended before. Any other refusal leaves it open what became of it. */
const overAlready = z.object({ code: z.enum(['session_not_found', 'user_not_found']) });
