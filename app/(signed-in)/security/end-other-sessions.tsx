'use client';

import { ActionForm } from '@/components/ui/action-form';
import { SubmitButton } from '@/components/ui/submit-button';
import { endOtherSessionsAction } from './actions';

export function EndOtherSessions() {
  return (
    <ActionForm action={endOtherSessionsAction}>
      {(_state, pending) => (
        <SubmitButton variant="secondary" label="End all others" pendingLabel="Ending…" pending={pending} />
      )}
    </ActionForm>
  );
}
