'use server';

import { action } from '@/lib/action';
import { SignUp } from '@/lib/auth/sign-in/schemas';
import { signUp } from '@/lib/auth/sign-in/sign-up';
import type { FormState } from '@/lib/form-state';

const create = action(SignUp, signUp);

export async function signUpAction(previous: FormState, form: FormData): Promise<FormState> {
  return create(previous, form);
}
