'use server';

import { makeRecoveryCodes } from '@/lib/auth/account/recovery-codes';
import { Nothing } from '@/lib/auth/flow/schemas';
import { action } from '@/lib/forms/action';
import type { FormState } from '@/lib/forms/form-state';

const make = action(Nothing, async () => {
  const result = await makeRecoveryCodes();
  return result.ok ? { ok: true, made: { codes: result.codes.join('\n') } } : result;
});

export async function makeRecoveryCodesAction(previous: FormState, form: FormData): Promise<FormState> {
  return make(previous, form);
}
