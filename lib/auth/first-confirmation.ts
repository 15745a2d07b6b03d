import 'server-only';
import { randomBytes } from 'node:crypto';
import type { SupabaseClient, User } from '@supabase/supabase-js';
import { newPasswordPath } from './reset-password.ts';
import { safeRedirect } from './safe-redirect.ts';
import { readSignUp } from './sign-up-step.ts';

/** Two times of one answer of Auth that belong to one event lie this close together. */
const sameEventInMilliseconds = 5_000;

/**
 * The end of a confirmation: whose password counts?
 *
 * Anybody can sign up with somebody else's e-mail and a password of their own, and Auth keeps the first password. So
 * unless this browser created the account, its password is replaced by one that nobody knows when the e-mail is
 * confirmed, and its owner chooses a new one.
 * @param supabase signed in as the user who has just confirmed.
 * @returns where to go on to: a path of this site.
 */
export async function finishConfirmation(
  supabase: SupabaseClient,
  user: User,
  next: string | undefined,
): Promise<string> {
  const isFirst = areOneEvent(user.email_confirmed_at, user.last_sign_in_at);
  const createdHere = (await readSignUp())?.createdUserId === user.id;
  if (!isFirst || createdHere) return safeRedirect(next);
  // Ends with one of each class, for projects that ask for them.
  const password = `${randomBytes(32).toString('base64url')}aA1!`;
  const { error } = await supabase.auth.updateUser({ password });
  if (error) throw new Error(`The first password could not be replaced: ${error.code}`);
  return newPasswordPath;
}

function areOneEvent(one: string | undefined, other: string | undefined): boolean {
  if (!one || !other) return false;
  return Math.abs(Date.parse(one) - Date.parse(other)) < sameEventInMilliseconds;
}
