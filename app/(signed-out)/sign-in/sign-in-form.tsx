'use client';

import { ActionForm, fieldProblem, typedValue } from '@/components/ui/action-form';
import { Field } from '@/components/ui/field';
import { PasswordField } from '@/components/ui/password-field';
import { SubmitButton } from '@/components/ui/submit-button';
import { signInAction } from './actions';

export function SignInForm({ next }: { next: string | undefined }) {
  return (
    <ActionForm action={signInAction}>
      {(state, pending) => (
        <>
          {next ? <input type="hidden" name="next" value={next} /> : null}
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            required
            defaultValue={typedValue(state, 'email')}
            problem={fieldProblem(state, 'email')}
          />
          <PasswordField autoComplete="current-password" problem={fieldProblem(state, 'password')} />
          <SubmitButton label="Sign in" pendingLabel="Signing in…" pending={pending} />
          {state.status === 'failed' && state.problem.code === 'auth.email_not_confirmed' ? (
            <a href="/auth/confirm">Send a new confirmation mail</a>
          ) : null}
          <p>
            <a href="/reset-password">Forgot your password?</a>
          </p>
        </>
      )}
    </ActionForm>
  );
}
