'use server';

import { removeLostAuthenticators } from '@/lib/auth/account/remove-authenticator';
import { lostAuthenticatorPath } from '@/lib/auth/step-up/describe-recovery';
import { GoNext } from '@/lib/flow/auth-schemas';
import { withNext } from '@/lib/flow/with-next';
import { action } from '@/lib/forms/action';

export const removeLostAuthenticatorsAction = action(GoNext, async ({ next }) => {
  const result = await removeLostAuthenticators();
  return result.ok ? { ok: true, redirectTo: withNext(lostAuthenticatorPath, next) } : result;
});
