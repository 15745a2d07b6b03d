'use client';

import { ActionForm, fieldProblem } from '@/components/ui/action-form';
import { PasswordField } from '@/components/ui/password-field';
import { SubmitButton } from '@/components/ui/submit-button';
import { confirmByPasswordAction } from './actions';

export function PasswordForm({ email, next }: { email: string; next: string }) {
  return (
    <ActionForm action={confirmByPasswordAction}>
      {(state, pending) => (
        <>
          {/* Tells a password manager whose password this is. */}
          <input type="text" name="username" autoComplete="username" defaultValue={email} hidden readOnly />
          <input type="hidden" name="next" value={next} />
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
