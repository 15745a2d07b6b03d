'use client';

import { NextField } from '@/components/next-param';
import { ActionForm, fieldProblem } from '@/components/ui/action-form';
import { PasswordField } from '@/components/ui/password-field';
import { SubmitButton } from '@/components/ui/submit-button';
import { confirmByPasswordAction } from './actions';

export function PasswordForm({ email }: { email: string }) {
  return (
    <ActionForm action={confirmByPasswordAction}>
      {(state, pending) => (
        <>
          {/* Tells a password manager whose password this is. */}
          <input type="text" name="username" autoComplete="username" defaultValue={email} hidden readOnly />
          <NextField />
          <PasswordField
            autoComplete="current-password"
            problem={fieldProblem(state, 'password')}
            takesFocus
          />
          <SubmitButton label="Continue" pendingLabel="Checking…" pending={pending} />
        </>
      )}
    </ActionForm>
  );
}
