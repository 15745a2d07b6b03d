'use server';

import { makeRecoveryCodes } from '@/lib/auth/account/recovery-codes';
import { Nothing } from '@/lib/auth/flow/schemas';
import { action } from '@/lib/forms/action';

export const makeRecoveryCodesAction = action(Nothing, async () => {
  const result = await makeRecoveryCodes();
  return result.ok ? { ok: true, made: { codes: result.codes.join('\n') } } : result;
});
