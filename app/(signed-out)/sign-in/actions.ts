'use server';

import { action } from '@/lib/action';
import { safeRedirect } from '@/lib/auth/safe-redirect';
import { SignIn } from '@/lib/auth/schemas';
import { signInWithPassword } from '@/lib/auth/sign-in';
import type { FormState } from '@/lib/form-state';

const run = action(SignIn, async ({ email, password, next }) => {
  const result = await signInWithPassword(email, password);
  return result.ok ? { ok: true, redirectTo: safeRedirect(next) } : result;
});

export async function signInAction(previous: FormState, form: FormData): Promise<FormState> {
  return run(previous, form);
}
