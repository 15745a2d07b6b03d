import 'server-only';
import { cookies } from 'next/headers';
import { writeSessionCookie } from '../supabase/cookies.ts';
import { createSupabase } from '../supabase/server.ts';

/**
 * Ends this session, or every session of the account, and clears the cookies whatever Auth answers: somebody
 * who leaves a shared machine must be out.
 * @returns ended: false when Auth could not be reached, so that the session lives on until it expires.
 */
export async function signOut(scope: 'local' | 'global'): Promise<{ ended: boolean }> {
  const supabase = await createSupabase();
  const { error } = await supabase.auth.signOut({ scope });
  const store = await cookies();
  for (const { name, value, options } of writeSessionCookie(null, store.getAll()))
    store.set(name, value, options);
  const alreadyOver = error && error.status !== undefined && error.status >= 400 && error.status < 500;
  return { ended: !error || Boolean(alreadyOver) };
}
