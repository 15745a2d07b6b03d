'use server';

import { pollSignIn } from '@/lib/auth/sign-in/poll-sign-in';
import { callable } from '@/lib/forms/action';
import { MailRequest } from '@/lib/forms/auth-schemas';

export const pollSignInAction = callable(MailRequest, pollSignIn);
