'use client';

import { EmailField } from '@/components/sign-in/email-field';
import { NextField } from '@/components/sign-in/next-param';
import { ActionForm } from '@/components/ui/action-form';
import { SubmitButton } from '@/components/ui/submit-button';
import { requestPasswordResetAction } from './actions';

export function RequestForm({ known }: { known: string | undefined }) {
  return (
    <ActionForm action={requestPasswordResetAction}>
      <NextField />
      <EmailField known={known} autoComplete="username webauthn" />
      <SubmitButton label="Email me a code" pendingLabel="Sending…" />
    </ActionForm>
  );
}
