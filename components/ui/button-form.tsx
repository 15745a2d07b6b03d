'use client';

import type { ComponentType } from 'react';
import { ActionForm, type ActionFormProps } from './action-form';
import { SubmitButton, type SubmitButtonProps } from './submit-button';

type ButtonFormProps = Pick<ActionFormProps, 'action' | 'place'> &
  SubmitButtonProps & {
    Submit?: ComponentType<SubmitButtonProps>;
    values?: Record<string, string>;
    isWide?: boolean;
    formClassName?: string;
  };

/** A form that consists of one button. Server components can render it directly, with a server action. */
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
    <ActionForm action={action} place={place} className={formClassName}>
      <div className={isWide ? 'contents' : undefined}>
        {Object.entries(values).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Submit {...button} />
      </div>
    </ActionForm>
  );
}
