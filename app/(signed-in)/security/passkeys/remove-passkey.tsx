'use client';

import { ActionForm } from '@/components/ui/action-form';
import { SubmitButton } from '@/components/ui/submit-button';
import { removePasskeyAction } from './actions';
import { RowAction } from './row-action';

/** Says first what it means. */
export function RemovePasskey({ id, name }: { id: string; name: string }) {
  return (
    <RowAction action="Remove" object={name}>
      {() => (
        <>
          <p>
            Remove this passkey? This also ends the other sessions that it began. Delete it in your password
            manager too.
          </p>
          <ActionForm action={removePasskeyAction} place="#passkeys">
            {(_state, pending) => (
              <div>
                <input type="hidden" name="id" value={id} />
                <SubmitButton
                  variant="danger"
                  label={`Remove ${name}`}
                  pendingLabel="Removing…"
                  pending={pending}
                  className="[overflow-wrap:anywhere]"
                />
              </div>
            )}
          </ActionForm>
        </>
      )}
    </RowAction>
  );
}
