'use server';

import { pollSignIn } from '@/lib/auth/sign-in/poll-sign-in';
import { MailRequest } from '@/lib/flow/auth-schemas';
import { callable } from '@/lib/forms/action';

export const pollSignInAction = callable(MailRequest, pollSignIn);
