'use server';

import { followSignIn } from '@/lib/auth/sign-in/follow-sign-in';
import { MailRequest } from '@/lib/flow/schemas';
import { callable } from '@/lib/forms/action';

export const followSignInAction = callable(MailRequest, followSignIn);
