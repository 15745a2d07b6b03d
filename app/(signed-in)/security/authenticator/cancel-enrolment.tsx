'use client';

import { ActionForm } from '@/components/ui/action-form';
import { SubmitButton } from '@/components/ui/submit-button';
import { cancelEnrolmentAction } from './actions';

export function CancelEnrolment() {
  return (
    <ActionForm action={cancelEnrolmentAction}>
      {(_state, pending) => (
        <div>
          <SubmitButton
            variant="quiet"
            className="-ml-3.5"
            label="Cancel"
            pendingLabel="Cancelling…"
            pending={pending}
          />
        </div>
      )}
    </ActionForm>
  );
}
