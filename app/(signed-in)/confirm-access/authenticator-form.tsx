'use client';

import { NextField } from '@/components/next-param';
import { ActionForm, fieldProblem } from '@/components/ui/action-form';
import { CodeInput } from '@/components/ui/code-input';
import { SubmitButton } from '@/components/ui/submit-button';
import { confirmByAuthenticatorAction } from './actions';

export function AuthenticatorForm() {
  return (
    <ActionForm action={confirmByAuthenticatorAction}>
      {(state, pending) => (
        <>
          <p>Enter the code that your authenticator app shows.</p>
          <NextField />
          <CodeInput problem={fieldProblem(state, 'code')} takesFocus />
          <SubmitButton label="Continue" pendingLabel="Checking…" pending={pending} />
        </>
      )}
    </ActionForm>
  );
}
