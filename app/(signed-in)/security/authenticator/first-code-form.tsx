'use client';

import { ActionForm, fieldProblem } from '@/components/ui/action-form';
import { CodeInput } from '@/components/ui/code-input';
import { SubmitButton } from '@/components/ui/submit-button';
import { finishEnrolmentAction } from './actions';

export function FirstCodeForm() {
  return (
    <ActionForm action={finishEnrolmentAction}>
      {(state, pending) => (
        <>
          <CodeInput problem={fieldProblem(state, 'code')} />
          <SubmitButton label="Turn on" pendingLabel="Checking…" pending={pending} />
        </>
      )}
    </ActionForm>
  );
}
