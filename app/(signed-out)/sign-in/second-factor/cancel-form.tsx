'use client';

import { ActionForm } from '@/components/ui/action-form';
import { SubmitButton } from '@/components/ui/submit-button';
import { cancelSecondStepAction } from './actions';

/** Ends what was begun, and goes back to the start. */
export function CancelForm() {
  return (
    <ActionForm action={cancelSecondStepAction}>
      {(_state, pending) => (
        <div>
          <SubmitButton
            variant="quiet"
            className="-ml-3.5"
            label="Cancel and start over"
            pendingLabel="Cancelling…"
            pending={pending}
          />
        </div>
      )}
    </ActionForm>
  );
}
