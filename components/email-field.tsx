import type { FormState } from '@/lib/form-state';
import { fieldProblem, typedValue } from './ui/action-form';
import { Field } from './ui/field';

/** The address somebody signs in with. */
export function EmailField({ state }: { state: FormState }) {
  return (
    <Field
      label="Email"
      name="email"
      type="email"
      autoComplete="username"
      required
      defaultValue={typedValue(state, 'email')}
      problem={fieldProblem(state, 'email')}
    />
  );
}
