'use server';

import { signUp } from '@/lib/auth/sign-in/sign-up';
import { SignUp } from '@/lib/flow/auth-schemas';
import { action } from '@/lib/forms/action';

export const signUpAction = action(SignUp, signUp);
