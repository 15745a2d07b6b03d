'use client';

import type { ComponentType } from 'react';
import { ActionForm, type ActionFormProps } from './action-form';
import { SubmitButton, type SubmitButtonProps } from './submit-button';

type ButtonFormProps = Pick<ActionFormProps, 'action' | 'place'> &
  Omit<SubmitButtonProps, 'pending'> & {
    /** The button, if it isn't a plain one: `HeldSubmitButton`. */
    Submit?: ComponentType<SubmitButtonProps>;
    values?: Record<string, string>;
    /** Whether the button is as wide as its place, and not as its words. */
    isWide?: boolean;
    formClassName?: string;
  };

/** A form that is one button. A page of the server gives it the action, so that it brings no script of its own. */
export function ButtonForm({
  action,
  place,
  Submit = SubmitButton,
  values = {},
  isWide,
  formClassName,
  ...button
}: ButtonFormProps) {
  return (
    <ActionForm
      action={action}
      {...(place && { place })}
      {...(formClassName && { className: formClassName })}
    >
      {(_state, pending) => (
        <div className={isWide ? 'contents' : undefined}>
          {Object.entries(values).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Submit {...button} pending={pending} />
        </div>
      )}
    </ActionForm>
  );
}
