import 'server-only';
import type { Failure } from '../result.ts';
import { failFromAuth } from '../supabase/error-codes.ts';
import { createAnonymousSupabase } from '../supabase/server.ts';
import { signInFloor } from './answer-floor.ts';
import { finishSignIn } from './finish-sign-in.ts';

type PasswordSignIn = { email: string; password: string; next?: string | undefined };

/**
 * Signs in with a password and sets the session cookies.
 * @returns where to go on to; or a failure no sooner than the floor, the same one for an unknown e-mail and a wrong
 * password.
 */
export async function signInWithPassword({
  email,
  password,
  next,
}: PasswordSignIn): Promise<{ ok: true; redirectTo: string } | Failure> {
  const floor = signInFloor();
  const { data, error } = await createAnonymousSupabase().auth.signInWithPassword({ email, password });
  if (!error) return finishSignIn(data.session, 'password', next);
  await floor;
  return failFromAuth(error);
}
