'use server';

import { SignUp } from '@/lib/auth/flow/schemas';
import { signUp } from '@/lib/auth/sign-in/sign-up';
import { action } from '@/lib/forms/action';

export const signUpAction = action(SignUp, signUp);
