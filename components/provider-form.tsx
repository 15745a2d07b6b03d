'use client';

import type { ComponentType, ReactNode } from 'react';
import { NextField } from './next-param';
import { ActionForm, type FormAction } from './ui/action-form';
import { SubmitButton, type SubmitButtonProps } from './ui/submit-button';

type ProviderFormProps = {
  provider: string;
  label: ReactNode;
  variant?: 'primary' | 'secondary';
  action: FormAction;
  tag?: ReactNode;
  /** The button, if it isn't a plain one: `HeldSubmitButton`. */
  Submit?: ComponentType<SubmitButtonProps>;
};

/** The button that leads to a provider: a form and not a link, because it remembers in this browser that it began here. */
export function ProviderForm({
  provider,
  label,
  variant = 'secondary',
  action,
  tag,
  Submit = SubmitButton,
}: ProviderFormProps) {
  return (
    <ActionForm action={action}>
      {(_state, pending) => (
        <>
          <input type="hidden" name="provider" value={provider} />
          <NextField />
          <span className="relative grid">
            <Submit variant={variant} label={label} pendingLabel="One moment…" pending={pending} />
            {tag}
          </span>
        </>
      )}
    </ActionForm>
  );
}
