import { type Ref, useEffect, useState } from 'react';
import { fieldProblem, typedValue } from '@/components/ui/action-form';
import { Field } from '@/components/ui/field';
import type { FormState } from '@/lib/forms/form-state';

/** The email address to sign in with. `known` is a previously entered value. */
export function EmailField({ state, known, autoComplete = 'username', ref }: EmailFieldProps) {
  const [isScripted, setIsScripted] = useState(false);
  useEffect(() => setIsScripted(true), []);
  return (
    <Field
      ref={ref}
      label="Email"
      name="email"
      type="email"
      // Without scripts, nothing hides the page when it is left, and Back after sign-out would show the address again.
      autoComplete={isScripted ? autoComplete : 'off'}
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
