'use client';

import { NextField } from '@/components/next-param';
import { ActionForm, fieldProblem, typedValue } from '@/components/ui/action-form';
import { PasswordField } from '@/components/ui/password-field';
import { SubmitButton } from '@/components/ui/submit-button';
import { ChosenEmail } from '../chosen-email';
import { goOnWithCodeAction, signInWithPasswordAction } from './actions';
import { ForgottenPassword } from './forgotten-password';

export function PasswordStep({ email }: { email: string }) {
  return (
    <>
      <ActionForm action={signInWithPasswordAction}>
        {(state, pending) => (
          <>
            <NextField />
            <ChosenEmail email={typedValue(state, 'email') ?? email} changePath="/sign-in" />
            <PasswordField
              autoComplete="current-password"
              problem={fieldProblem(state, 'password')}
              takesFocus
            />
            <SubmitButton label="Sign in" pendingLabel="Signing in…" pending={pending} />
            {state.status === 'failed' && state.problem.code === 'auth.email_not_confirmed' ? (
              <a href="/auth/confirm" className="tappable">
                Send a new confirmation mail
              </a>
            ) : null}
          </>
        )}
      </ActionForm>
      <ActionForm action={goOnWithCodeAction}>
        {(_state, pending) => (
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <input type="hidden" name="email" value={email} />
            <NextField />
            <SubmitButton
              variant="quiet"
              className="-ml-3.5"
              label="Use a code instead"
              pendingLabel="Sending a code…"
              pending={pending}
            />
            <ForgottenPassword />
          </div>
        )}
      </ActionForm>
    </>
  );
}
