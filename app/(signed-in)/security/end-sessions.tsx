'use client';

import { ActionForm } from '@/components/ui/action-form';
import { SubmitButton } from '@/components/ui/submit-button';
import { endOtherSessionsAction, endSessionAction } from './actions';

export function EndSession(props: { id: string; name: string; describedBy: string }) {
  const { id, name, describedBy } = props;
  return (
    <ActionForm action={endSessionAction}>
      {(_state, pending) => (
        <div>
          <input type="hidden" name="sessionId" value={id} />
          <SubmitButton
            variant="secondary"
            label={`End ${name}`}
            pendingLabel="Ending…"
            pending={pending}
            describedBy={describedBy}
          />
        </div>
      )}
    </ActionForm>
  );
}

export function EndOtherSessions() {
  return (
    <ActionForm action={endOtherSessionsAction}>
      {(_state, pending) => (
        <SubmitButton variant="secondary" label="End all others" pendingLabel="Ending…" pending={pending} />
      )}
    </ActionForm>
  );
}
