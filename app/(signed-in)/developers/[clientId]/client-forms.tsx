'use client';

import { ActionForm } from '@/components/ui/action-form';
import { SubmitButton } from '@/components/ui/submit-button';
import type { OwnClient } from '@/lib/apps/own-clients';
import { changeClientAction, removeClientAction, rotateSecretAction } from '../actions';
import { NewSecret } from '../credentials';
import { RegistrationFields } from '../registration-fields';

export function SecretForm({ clientId }: { clientId: string }) {
  return (
    <ActionForm
      action={rotateSecretAction}
      whenDone={({ secret = '' }) => <NewSecret secret={secret} title="Copy its new secret now" />}
    >
      {(_state, pending) => (
        <div>
          <input type="hidden" name="clientId" value={clientId} />
          <SubmitButton
            variant="secondary"
            label="Make a new secret"
            pendingLabel="Making it…"
            pending={pending}
          />
        </div>
      )}
    </ActionForm>
  );
}

export function ChangeForm({ client }: { client: OwnClient }) {
  return (
    <ActionForm action={changeClientAction} className="grid gap-5">
      {(state, pending) => (
        <>
          <input type="hidden" name="clientId" value={client.clientId} />
          <RegistrationFields state={state} given={client} />
          {client.hasLogo ? (
            <label className="flex min-h-11 cursor-pointer items-center gap-3">
              <input type="checkbox" name="withoutLogo" className="size-5 shrink-0 accent-ink" />
              Take the logo away
            </label>
          ) : null}
          <div>
            <SubmitButton label="Save changes" pendingLabel="Saving…" pending={pending} />
          </div>
        </>
      )}
    </ActionForm>
  );
}

export function RemoveForm({ clientId, name }: { clientId: string; name: string }) {
  return (
    <ActionForm action={removeClientAction}>
      {(_state, pending) => (
        <div>
          <input type="hidden" name="clientId" value={clientId} />
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
  );
}
