'use server';

import { signUp } from '@/lib/auth/sign-in/sign-up';
import { action } from '@/lib/forms/action';
import { SignUp } from '@/lib/forms/auth-schemas';

export const signUpAction = action(SignUp, signUp);
