'use client';

import { ActionForm, fieldProblem, typedValue } from '@/components/ui/action-form';
import { PasswordField } from '@/components/ui/password-field';
import { SubmitButton } from '@/components/ui/submit-button';
import { withNext } from '@/lib/auth/flow/with-next';
import { ChosenEmail } from '../chosen-email';
import { goOnWithCodeAction, signInWithPasswordAction } from './actions';
import { ForgottenPassword } from './forgotten-password';

type PasswordStepProps = { email: string; next: string | undefined };

export function PasswordStep({ email, next }: PasswordStepProps) {
  const hiddenNext = next ? <input type="hidden" name="next" value={next} /> : null;
  return (
    <>
      <ActionForm action={signInWithPasswordAction}>
        {(state, pending) => (
          <>
            {hiddenNext}
            <ChosenEmail
              email={typedValue(state, 'email') ?? email}
              changePath={withNext('/sign-in', next)}
            />
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
            {hiddenNext}
            <SubmitButton
              variant="quiet"
              className="-ml-3.5"
              label="Use a code instead"
              pendingLabel="Sending a code…"
              pending={pending}
            />
            <ForgottenPassword next={next} />
          </div>
        )}
      </ActionForm>
    </>
  );
}
