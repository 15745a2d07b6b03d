import type { Ref } from 'react';
import type { FormState } from '@/lib/forms/form-state';
import { fieldProblem, typedValue } from './ui/action-form';
import { Field } from './ui/field';

/** The address someone signs in with. `known` is what they typed before. */
export function EmailField({ state, known, autoComplete = 'username', ref }: EmailFieldProps) {
  return (
    <Field
      ref={ref}
      label="Email"
      name="email"
      type="email"
      autoComplete={autoComplete}
      required
      defaultValue={typedValue(state, 'email') ?? known}
      problem={fieldProblem(state, 'email')}
    />
  );
}

type EmailFieldProps = {
  state: FormState;
  known?: string | undefined;
  autoComplete?: string;
  ref?: Ref<HTMLInputElement>;
};
