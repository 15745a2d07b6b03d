'use server';

import { removeLostAuthenticators } from '@/lib/auth/account/remove-authenticator';
import { lostAuthenticatorPath } from '@/lib/auth/step-up/describe-step-up';
import { action } from '@/lib/forms/action';
import { GoNext } from '@/lib/forms/auth-schemas';
import { withNext } from '@/lib/http/with-next';

export const removeLostAuthenticatorsAction = action(GoNext, async ({ next }) => {
  const result = await removeLostAuthenticators();
  return result.ok ? { ok: true, redirectTo: withNext(lostAuthenticatorPath, next) } : result;
});
