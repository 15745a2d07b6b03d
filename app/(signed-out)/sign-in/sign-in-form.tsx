'use client';

import { EmailField } from '@/components/email-field';
import { ActionForm, fieldProblem } from '@/components/ui/action-form';
import { PasswordField } from '@/components/ui/password-field';
import { SubmitButton } from '@/components/ui/submit-button';
import { signInAction } from './actions';

export function SignInForm({ next }: { next: string | undefined }) {
  return (
    <ActionForm action={signInAction}>
      {(state, pending) => (
        <>
          {next ? <input type="hidden" name="next" value={next} /> : null}
          <EmailField state={state} />
          <PasswordField autoComplete="current-password" problem={fieldProblem(state, 'password')} />
          <SubmitButton label="Sign in" pendingLabel="Signing in…" pending={pending} />
          {state.status === 'failed' && state.problem.code === 'auth.email_not_confirmed' ? (
            <a href="/auth/confirm" className="tappable">
              Send a new confirmation mail
            </a>
          ) : null}
          <p>
            <a href="/reset-password" className="tappable">
              Forgot your password?
            </a>
          </p>
        </>
      )}
    </ActionForm>
  );
}
