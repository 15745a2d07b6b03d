'use client';

import { ActionForm } from '@/components/ui/action-form';
import { SubmitButton } from '@/components/ui/submit-button';
import { removeAuthenticatorAction } from './actions';

type RemoveAuthenticatorProps = { id: string; name: string; isLast: boolean };

/** Says first what it means, above all for the last one. */
export function RemoveAuthenticator({ id, name, isLast }: RemoveAuthenticatorProps) {
  return (
    <details className="group">
      <summary className="tappable w-fit cursor-pointer underline underline-offset-2">
        Remove<span className="sr-only"> {name}</span>…
      </summary>
      <div className="mt-2 grid gap-3 rounded-control border border-hairline bg-sunken px-3.5 py-3">
        <p>
          {isLast
            ? 'This is your only authenticator. Without it two-step sign-in is off: your password or a mailed code is enough to sign in, and your recovery codes no longer work.'
            : 'Its codes no longer sign you in. Your other authenticators do.'}
        </p>
        <ActionForm action={removeAuthenticatorAction}>
          {(_state, pending) => (
            <div>
              <input type="hidden" name="factorId" value={id} />
              <SubmitButton
                variant="danger"
                label={isLast ? `Remove ${name} and turn two-step sign-in off` : `Remove ${name}`}
                pendingLabel="Removing…"
                pending={pending}
              />
            </div>
          )}
        </ActionForm>
      </div>
    </details>
  );
}
