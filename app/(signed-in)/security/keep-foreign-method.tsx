'use client';

import { ActionForm } from '@/components/ui/action-form';
import { SubmitButton } from '@/components/ui/submit-button';
import { keepForeignMethodAction } from './actions';

export function KeepForeignMethod({ id }: { id: string }) {
  return (
    <ActionForm action={keepForeignMethodAction}>
      {(_state, pending) => (
        <div>
          <input type="hidden" name="id" value={id} />
          <SubmitButton
            variant="secondary"
            isHeld
            label="It was me: keep it"
            pendingLabel="Keeping…"
            pending={pending}
          />
        </div>
      )}
    </ActionForm>
  );
}
