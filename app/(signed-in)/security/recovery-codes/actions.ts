'use server';

import { revalidatePath } from 'next/cache';
import { pathAfter } from '@/app/(signed-in)/done-messages';
import { keepRecoveryCodes, makeRecoveryCodes } from '@/lib/auth/account/recovery-codes';
import { action, callable } from '@/lib/forms/action';
import { KeepRecoveryCodes, Nothing } from '@/lib/forms/auth-schemas';
import { safeRedirect } from '@/lib/http/safe-redirect';

export const makeRecoveryCodesAction = action(Nothing, async () => {
  const result = await makeRecoveryCodes();
  if (!result.ok) return result;
  revalidatePath('/security');
  return { ok: true, made: { codes: result.codes.join('\n'), madeAt: result.madeAt } };
});

export const keepRecoveryCodesAction = action(KeepRecoveryCodes, async ({ madeAt, next }) => {
  const result = await keepRecoveryCodes(madeAt);
  if (!result.ok) return result;
  return { ok: true, redirectTo: next ? safeRedirect(next) : pathAfter('/security', 'codes-kept') };
});

/** For a user who stays on the page with the codes. */
export const noteCodesKeptAction = callable(KeepRecoveryCodes, ({ madeAt }) => keepRecoveryCodes(madeAt));
