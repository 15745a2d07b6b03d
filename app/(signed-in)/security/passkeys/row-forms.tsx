'use client';

import { useContext } from 'react';
import { DoneToast } from '@/app/(signed-in)/setting';
import { ActionForm } from '@/components/ui/action-form';
import { Button } from '@/components/ui/button';
import { ButtonForm } from '@/components/ui/button-form';
import { CloseDialogContext } from '@/components/ui/dialog-state';
import { Field } from '@/components/ui/field';
import { HeldSubmitButton } from '@/components/ui/held-submit-button';
import { SubmitButton } from '@/components/ui/submit-button';
import { removePasskeyAction, renamePasskeyAction } from './actions';

type Named = { id: string; name: string };

export function RemovePasskey({ id, name }: Named) {
  return (
    <div className="grid gap-4">
      <p className="[overflow-wrap:anywhere]">
        <bdi className="font-semibold">{name}</bdi> can't sign you in anymore. The other sessions it started
        end too. Delete it in your password manager as well.
      </p>
      <ButtonForm
        action={removePasskeyAction}
        place="#passkeys"
        values={{ id }}
        variant="danger"
        label={`Remove ${name}`}
        pendingLabel="Removing…"
        Submit={HeldSubmitButton}
      />
    </div>
  );
}

type RenameFormProps = {
  passkey: Named;
  /** Called when the name is saved or kept. Without it, the form closes its dialog. */
  onDone?: () => void;
  takesFocus?: boolean;
  keepLabel?: string;
};

export function RenameForm({ passkey: { id, name }, onDone, takesFocus, keepLabel }: RenameFormProps) {
  const close = useContext(CloseDialogContext);
  const done = onDone ?? close;
  return (
    // Scrolls the button below into view with the focused field.
    <ActionForm action={renamePasskeyAction} className="grid gap-3 [&_input]:scroll-mb-36" place="#passkeys">
      <input type="hidden" name="id" value={id} />
      <Field
        label="Name"
        name="name"
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        autoFocus={takesFocus}
        defaultValue={name}
        hint="A name you'll recognize, such as “Work laptop”. Up to 40 characters."
        keepsHint
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton variant="secondary" label="Save name" pendingLabel="Saving…" />
        {keepLabel ? (
          <Button variant="quiet" onClick={done}>
            {keepLabel}
          </Button>
        ) : null}
      </div>
      <DoneToast text="Name saved" onDone={done} />
    </ActionForm>
  );
}
