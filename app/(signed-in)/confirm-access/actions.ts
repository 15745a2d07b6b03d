'use server';

import { ConfirmByCode, ConfirmByPassword, MailStepUpCode } from '@/lib/auth/flow/schemas';
import {
  confirmByAuthenticator,
  confirmByCode,
  confirmByPassword,
} from '@/lib/auth/step-up/confirm-it-is-you';
import { mailStepUpCode } from '@/lib/auth/step-up/mail-step-up-code';
import { action } from '@/lib/forms/action';
import type { FormState } from '@/lib/forms/form-state';

const byPassword = action(ConfirmByPassword, confirmByPassword);
const byCode = action(ConfirmByCode, confirmByCode);
const byAuthenticator = action(ConfirmByCode, confirmByAuthenticator);
const mailCode = action(MailStepUpCode, mailStepUpCode);

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
