'use server';

import { signInWithCode, signInWithLink } from '@/lib/auth/sign-in/sign-in-by-email';
import { action } from '@/lib/forms/action';
import { ConfirmWithCode, MailLink } from '@/lib/forms/auth-schemas';

export const confirmMailLinkAction = action(MailLink, signInWithLink);
export const confirmWithCodeAction = action(ConfirmWithCode, signInWithCode);
