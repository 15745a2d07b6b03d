'use server';

import { revalidatePath } from 'next/cache';
import { makeRecoveryCodes } from '@/lib/auth/account/recovery-codes';
import { Nothing } from '@/lib/flow/schemas';
import { action } from '@/lib/forms/action';

export const makeRecoveryCodesAction = action(Nothing, async () => {
  const result = await makeRecoveryCodes();
  if (!result.ok) return result;
  revalidatePath('/security');
  return { ok: true, made: { codes: result.codes.join('\n') } };
});
