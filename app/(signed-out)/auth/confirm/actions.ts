'use server';

import { action } from '@/lib/action';
import { confirmMailLink } from '@/lib/auth/mail-link';
import { MailLink } from '@/lib/auth/schemas';
import type { FormState } from '@/lib/form-state';

const confirm = action(MailLink, confirmMailLink);

export async function confirmMailLinkAction(previous: FormState, form: FormData): Promise<FormState> {
  return confirm(previous, form);
}
