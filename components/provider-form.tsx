'use client';

import type { ComponentType } from 'react';
import { NextField } from './next-param';
import { ActionForm, type FormAction } from './ui/action-form';
import { SubmitButton, type SubmitButtonProps } from './ui/submit-button';

type ProviderFormProps = {
  provider: string;
  label: string;
  variant?: 'primary' | 'secondary';
  /** Leads to the provider's page. */
  action: FormAction;
  /** Under the button. */
  note?: string | undefined;
  /** The button, if it isn't a plain one: `HeldSubmitButton`. */
  Submit?: ComponentType<SubmitButtonProps>;
};

/** The button that leads to a provider: a form and not a link, because it remembers in this browser that it began here. */
export function ProviderForm({
  provider,
  label,
  variant = 'secondary',
  action,
  note,
  Submit = SubmitButton,
}: ProviderFormProps) {
  return (
    <ActionForm action={action} className="grid gap-1.5">
      {(_state, pending) => (
        <>
          <input type="hidden" name="provider" value={provider} />
          <NextField />
          <Submit variant={variant} label={label} pendingLabel="One moment…" pending={pending} />
          {note ? <p className="text-center text-small text-muted">{note}</p> : null}
        </>
      )}
    </ActionForm>
  );
}
