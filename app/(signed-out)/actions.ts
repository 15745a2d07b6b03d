'use server';

import { MailRequest } from '@/lib/auth/flow/schemas';
import { followSignIn } from '@/lib/auth/sign-in/follow-sign-in';
import { callable } from '@/lib/forms/action';

export const followSignInAction = callable(MailRequest, followSignIn);
