import type { Ref } from 'react';
import { fieldProblem, typedValue } from '@/components/ui/action-form';
import { Field } from '@/components/ui/field';
import type { FormState } from '@/lib/forms/form-state';

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
