'use server';

import { signInWithCode, signInWithLink } from '@/lib/auth/sign-in/sign-in-by-email';
import { ConfirmWithCode, MailLink } from '@/lib/flow/auth-schemas';
import { action } from '@/lib/forms/action';

export const confirmMailLinkAction = action(MailLink, signInWithLink);
export const confirmWithCodeAction = action(ConfirmWithCode, signInWithCode);
