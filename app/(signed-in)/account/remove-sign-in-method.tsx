'use client';

import { ActionForm } from '@/components/ui/action-form';
import { SubmitButton } from '@/components/ui/submit-button';
import { removeSignInMethodAction } from './actions';

/** @param label names what goes, like `Remove GitHub`. */
export function RemoveSignInMethod({ id, label }: { id: string; label: string }) {
  return (
    <ActionForm action={removeSignInMethodAction} className="grid gap-2">
      {(_state, pending) => (
        <>
          <input type="hidden" name="id" value={id} />
          <SubmitButton variant="danger" label={label} pendingLabel="Removing…" pending={pending} isHeld />
        </>
      )}
    </ActionForm>
  );
}
