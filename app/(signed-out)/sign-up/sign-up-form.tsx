'use client';

import { EmailField } from '@/components/email-field';
import { ActionForm, fieldProblem } from '@/components/ui/action-form';
import { PasswordField } from '@/components/ui/password-field';
import { SubmitButton } from '@/components/ui/submit-button';
import { withNext } from '@/lib/auth/flow/with-next';
import { signUpAction } from './actions';

export function SignUpForm({ next }: { next: string | undefined }) {
  return (
    <ActionForm action={signUpAction}>
      {(state, pending) => (
        <>
          {next ? <input type="hidden" name="next" value={next} /> : null}
          <EmailField state={state} />
          <PasswordField
            autoComplete="new-password"
            hint="At least 8 characters."
            problem={fieldProblem(state, 'password')}
          />
          <SubmitButton label="Create account" pendingLabel="Creating your account…" pending={pending} />
          <p>
            Have an account?{' '}
            <a href={withNext('/sign-in', next)} className="tappable">
              Sign in
            </a>
          </p>
        </>
      )}
    </ActionForm>
  );
}
