'use client';

import { NextField } from './next-param';
import { ActionForm, type FormAction } from './ui/action-form';
import { SubmitButton } from './ui/submit-button';

type ProviderFormProps = {
  provider: string;
  label: string;
  /** Leads to the provider's page. */
  action: FormAction;
  /** Under the button. */
  note?: string | undefined;
  /** Takes no accidental press (`HeldButton`). */
  isHeld?: boolean;
};

/** The button that leads to a provider: a form and not a link, because it remembers in this browser that it began here. */
export function ProviderForm({ provider, label, action, note, isHeld = false }: ProviderFormProps) {
  return (
    <ActionForm action={action} className="grid gap-1.5">
      {(_state, pending) => (
        <>
          <input type="hidden" name="provider" value={provider} />
          <NextField />
          <SubmitButton
            variant="secondary"
            label={label}
            pendingLabel="One moment…"
            pending={pending}
            isHeld={isHeld}
          />
          {note ? <p className="text-center text-small text-muted">{note}</p> : null}
        </>
      )}
    </ActionForm>
  );
}
