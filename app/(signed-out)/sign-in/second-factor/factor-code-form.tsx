'use client';

import { ActionForm, fieldProblem } from '@/components/ui/action-form';
import { CodeInput } from '@/components/ui/code-input';
import { SubmitButton } from '@/components/ui/submit-button';
import { enterFactorCodeAction } from './actions';
import { StartOver } from './start-over';

export function FactorCodeForm() {
  return (
    <ActionForm action={enterFactorCodeAction}>
      {(state, pending) => (
        <>
          <CodeInput problem={fieldProblem(state, 'code')} takesFocus />
          <SubmitButton label="Continue" pendingLabel="Checking…" pending={pending} />
          <StartOver state={state} />
        </>
      )}
    </ActionForm>
  );
}
