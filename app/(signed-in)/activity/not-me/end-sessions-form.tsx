'use client';

import { ActionForm } from '@/components/ui/action-form';
import { SubmitButton } from '@/components/ui/submit-button';
import { endOtherSessionsAction } from './actions';

export function EndSessionsForm() {
  return (
    <ActionForm action={endOtherSessionsAction} className="grid justify-items-start gap-4">
      {(_state, pending) => (
        <SubmitButton label="End every other session" pendingLabel="Ending…" pending={pending} />
      )}
    </ActionForm>
  );
}
