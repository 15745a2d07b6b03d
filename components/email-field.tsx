import type { FormState } from '@/lib/forms/form-state';
import { fieldProblem, typedValue } from './ui/action-form';
import { Field } from './ui/field';

/** The address somebody signs in with. `known` is what they typed before. */
export function EmailField({ state, known }: { state: FormState; known?: string | undefined }) {
  return (
    <Field
      label="Email"
      name="email"
      type="email"
      autoComplete="username"
      required
      defaultValue={typedValue(state, 'email') ?? known}
      problem={fieldProblem(state, 'email')}
    />
  );
}
