'use client';

import { ActionForm } from '@/components/ui/action-form';
import { SubmitButton } from '@/components/ui/submit-button';
import { endOtherSessionsAction, endSessionAction } from './actions';

/** @param name tells it from the other sessions; begins with `Sign out`. */
export function EndSession({ id, name }: { id: string; name: string }) {
  return (
    <ActionForm action={endSessionAction}>
      {(_state, pending) => (
        <div>
          <input type="hidden" name="sessionId" value={id} />
          <SubmitButton
            variant="secondary"
            label="Sign out"
            pendingLabel="Signing out…"
            pending={pending}
            name={name}
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
        <SubmitButton
          variant="secondary"
          label="End every other session"
          pendingLabel="Ending…"
          pending={pending}
        />
      )}
    </ActionForm>
  );
}
