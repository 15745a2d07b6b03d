'use client';

import { LocalTime } from '@/components/local-time';
import { ActionForm } from '@/components/ui/action-form';
import { HeldSubmitButton } from '@/components/ui/held-submit-button';
import { SubmitButton } from '@/components/ui/submit-button';
import type { OwnClient } from '@/lib/apps/own-clients';
import { changeClientAction, rotateSecretAction } from '../actions';
import { Choice } from '../choice';
import { NewSecret } from '../credentials';
import { RegistrationFields } from '../registration-fields';

type SecretFormProps = {
  clientId: string;
  /** Names the newest secret, which someone may end. */
  newestMadeAt: string;
  /** Until when the secret before still works: then one more is made only for anyone who says what ends. Null where none does. */
  previousUntil: string | null;
};

export function SecretForm({ clientId, newestMadeAt, previousUntil }: SecretFormProps) {
  return (
    <ActionForm
      action={rotateSecretAction}
      whenDone={({ secret = '' }) => <NewSecret secret={secret} title="Copy its new secret now" />}
    >
      {(_state, pending) => (
        <div className="grid justify-items-start gap-3">
          <p>
            The newest was made <LocalTime at={newestMadeAt} isExact />.
          </p>
          {previousUntil ? (
            <p>
              The one before it works until <LocalTime at={previousUntil} />. Until then, making another one
              means choosing which of them stops working.
            </p>
          ) : null}
          <input type="hidden" name="clientId" value={clientId} />
          <input type="hidden" name="newestMadeAt" value={newestMadeAt} />
          {/* What was chosen about one secret is not about the next. */}
          {previousUntil ? (
            <Choice
              key={newestMadeAt}
              legend="Which secret should stop working?"
              name="ending"
              options={endings}
            />
          ) : null}
          <HeldSubmitButton
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

/** None is chosen for anyone: each of them ends a secret at once. */
const endings = [
  {
    value: 'newest',
    label: 'The newest',
    hint: 'Choose this if nobody saved it. The previous one keeps working until it expires.',
  },
  {
    value: 'both',
    label: 'Both, now',
    hint: 'Nobody can sign in to the app until it has the new one.',
  },
];

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
              Remove the logo
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
