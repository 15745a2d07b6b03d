'use server';

import { action } from '@/lib/action';
import {
  confirmByAuthenticator,
  confirmByCode,
  confirmByPassword,
} from '@/lib/auth/presence/confirm-presence';
import { mailPresenceCode } from '@/lib/auth/presence/mail-presence-code';
import { ConfirmByCode, ConfirmByPassword, MailPresenceCode } from '@/lib/auth/sign-in/schemas';
import type { FormState } from '@/lib/form-state';

const byPassword = action(ConfirmByPassword, confirmByPassword);
const byCode = action(ConfirmByCode, confirmByCode);
const byAuthenticator = action(ConfirmByCode, confirmByAuthenticator);
const mailCode = action(MailPresenceCode, mailPresenceCode);

export async function confirmByPasswordAction(previous: FormState, form: FormData): Promise<FormState> {
  return byPassword(previous, form);
}

export async function confirmByCodeAction(previous: FormState, form: FormData): Promise<FormState> {
  return byCode(previous, form);
}

export async function confirmByAuthenticatorAction(previous: FormState, form: FormData): Promise<FormState> {
  return byAuthenticator(previous, form);
}

export async function mailPresenceCodeAction(previous: FormState, form: FormData): Promise<FormState> {
  return mailCode(previous, form);
}
