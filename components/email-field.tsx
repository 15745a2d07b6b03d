import type { Ref } from 'react';
import type { FormState } from '@/lib/forms/form-state';
import { fieldProblem, typedValue } from './ui/action-form';
import { Field } from './ui/field';

/** The email address to sign in with. `known` is a previously entered value. */
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
