import type { Ref } from 'react';
import type { FormState } from '@/lib/forms/form-state';
import { fieldProblem, typedValue } from './ui/action-form';
import { Field } from './ui/field';

/** The address somebody signs in with. `known` is what they typed before. */
export function EmailField({ state, known, offersPasskeys, ref }: EmailFieldProps) {
  return (
    <Field
      {...(ref && { ref })}
      label="Email"
      name="email"
      type="email"
      autoComplete={offersPasskeys ? 'username webauthn' : 'username'}
      required
      defaultValue={typedValue(state, 'email') ?? known}
      problem={fieldProblem(state, 'email')}
    />
  );
}

type EmailFieldProps = {
  state: FormState;
  known?: string | undefined;
  /** Whether the browser lists passkeys there, once a page has asked it to. */
  offersPasskeys?: boolean;
  ref?: Ref<HTMLInputElement>;
};
