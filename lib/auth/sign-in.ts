import 'server-only';
import type { Failure } from '../result.ts';
import { failFromAuth } from '../supabase/error-codes.ts';
import { createSupabase } from '../supabase/server.ts';
import { signInFloor } from './answer-floor.ts';

/**
 * Signs in with a password and sets the session cookies.
 * @returns a failure no sooner than the floor, the same one for an unknown e-mail and a wrong password.
 */
export async function signInWithPassword(email: string, password: string): Promise<{ ok: true } | Failure> {
  const floor = signInFloor();
  const supabase = await createSupabase();
  const { error } = await supabase.auth.signInWithPassword({ email, password });
  if (!error) return { ok: true };
  await floor;
  return failFromAuth(error);
}
