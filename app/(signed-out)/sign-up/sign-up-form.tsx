'use client';

import { EmailField } from '@/components/email-field';
import { LinkWithNext, NextField } from '@/components/next-param';
import { ActionForm, fieldProblem } from '@/components/ui/action-form';
import { PasswordField } from '@/components/ui/password-field';
import { SubmitButton } from '@/components/ui/submit-button';
import { useFirstFocus } from '../use-first-focus';
import { signUpAction } from './actions';

export function SignUpForm() {
  const email = useFirstFocus();
  return (
    <ActionForm action={signUpAction}>
      {(state, pending) => (
        <>
          <NextField />
          <EmailField ref={email} state={state} />
          <PasswordField
            autoComplete="new-password"
            hint="At least 8 characters."
            problem={fieldProblem(state, 'password')}
          />
          <SubmitButton label="Create account" pendingLabel="Creating your account…" pending={pending} />
          <p>
            Have an account?{' '}
            <LinkWithNext path="/sign-in" className="tappable">
              Sign in
            </LinkWithNext>
          </p>
        </>
      )}
    </ActionForm>
  );
}
