'use client';

import { ActionForm, fieldProblem } from '@/components/ui/action-form';
import { CodeInput } from '@/components/ui/code-input';
import { SubmitButton } from '@/components/ui/submit-button';
import { confirmEmailChangeAction } from './actions';

/** Takes the code of either address. */
export function ConfirmChangeForm() {
  return (
    <ActionForm action={confirmEmailChangeAction} className="grid gap-3">
      {(state, pending) => (
        <>
          <CodeInput problem={fieldProblem(state, 'code')} sendsItself />
          <div>
            <SubmitButton
              variant="secondary"
              label="Confirm code"
              pendingLabel="Checking…"
              pending={pending}
            />
          </div>
        </>
      )}
    </ActionForm>
  );
}
