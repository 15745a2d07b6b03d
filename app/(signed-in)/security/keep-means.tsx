'use client';

import { ActionForm } from '@/components/ui/action-form';
import { SubmitButton } from '@/components/ui/submit-button';
import { keepMeansAction } from './actions';

export function KeepForeignMethod({ id }: { id: string }) {
  return (
    <ActionForm action={keepMeansAction}>
      {(_state, pending) => (
        <div>
          <input type="hidden" name="id" value={id} />
          <SubmitButton
            variant="secondary"
            label="It was me: keep it"
            pendingLabel="Keeping…"
            pending={pending}
          />
        </div>
      )}
    </ActionForm>
  );
}
