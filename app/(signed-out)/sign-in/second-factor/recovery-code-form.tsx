'use client';

import { ActionForm, fieldProblem } from '@/components/ui/action-form';
import { Field } from '@/components/ui/field';
import { SubmitButton } from '@/components/ui/submit-button';
import { enterRecoveryCodeAction } from './actions';
import { StartOver } from './start-over';

export function RecoveryCodeForm() {
  return (
    <ActionForm action={enterRecoveryCodeAction}>
      {(state, pending) => (
        <>
          <Field
            label="Recovery code"
            name="recoveryCode"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required
            autoFocus
            className="font-mono"
            problem={fieldProblem(state, 'recoveryCode')}
          />
          <SubmitButton label="Continue" pendingLabel="Checking…" pending={pending} />
          <StartOver state={state} />
        </>
      )}
    </ActionForm>
  );
}
