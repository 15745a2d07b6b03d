'use client';

import type { ReactNode } from 'react';
import { ActionForm, fieldProblem, typedValue } from '@/components/ui/action-form';
import { Field } from '@/components/ui/field';
import { PasswordField } from '@/components/ui/password-field';
import { SubmitButton } from '@/components/ui/submit-button';
import { withNext } from '@/lib/auth/with-next';
import { signUpAction } from './actions';
import { CheckYourMail } from './check-your-mail';

type SignUpFormProps = { next: string | undefined; mailboxHint: ReactNode };

export function SignUpForm({ next, mailboxHint }: SignUpFormProps) {
  return (
    <ActionForm
      action={signUpAction}
      whenDone={(values) => (
        <CheckYourMail email={values.email ?? ''} next={next} mailboxHint={mailboxHint} />
      )}
    >
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
          <PasswordField
            autoComplete="new-password"
            hint="At least 8 characters."
            problem={fieldProblem(state, 'password')}
          />
          <SubmitButton label="Create account" pendingLabel="Creating your account…" pending={pending} />
          <p>
            Have an account? <a href={withNext('/sign-in', next)}>Sign in</a>
          </p>
        </>
      )}
    </ActionForm>
  );
}
