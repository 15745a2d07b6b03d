'use server';

import { action } from '@/lib/action';
import { makeRecoveryCodes } from '@/lib/auth/second-step/recovery-codes';
import { Nothing } from '@/lib/auth/sign-in/schemas';
import type { FormState } from '@/lib/form-state';

const make = action(Nothing, async () => {
  const result = await makeRecoveryCodes();
  return result.ok ? { ok: true, made: { codes: result.codes.join('\n') } } : result;
});

export async function makeRecoveryCodesAction(previous: FormState, form: FormData): Promise<FormState> {
  return make(previous, form);
}
