'use server';

import { SignUp } from '@/lib/auth/flow/schemas';
import { signUp } from '@/lib/auth/sign-in/sign-up';
import { action } from '@/lib/forms/action';
import type { FormState } from '@/lib/forms/form-state';

const create = action(SignUp, signUp);

export async function signUpAction(previous: FormState, form: FormData): Promise<FormState> {
  return create(previous, form);
}
