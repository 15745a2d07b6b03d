'use client';

import { useEffect } from 'react';
import { LinkWithNext } from '@/components/link-with-next';
import { NextField } from '@/components/next-param';
import { notePlatformAuthenticator } from '@/components/passkey/note-platform-authenticator';
import { ActionForm, fieldProblem, typedValue } from '@/components/ui/action-form';
import { PasswordField } from '@/components/ui/password-field';
import { SubmitButton } from '@/components/ui/submit-button';
import type { LastMethod } from '@/lib/auth/sign-in/last-method';
import { ChosenEmail } from '../chosen-email';
import { CodeForms, OtherTab } from '../code-forms';
import {
  goOnWithCodeAction,
  resendCodeAction,
  signInWithCodeAction,
  signInWithPasswordAction,
} from './actions';

export type LaterStepProps = {
  way: LastMethod;
  email: string;
};

export function LaterStep({ way, email }: LaterStepProps) {
  return way === 'password' ? <PasswordStep email={email} /> : <CodeStep email={email} />;
}

function PasswordStep({ email }: { email: string }) {
  useEffect(() => void notePlatformAuthenticator(), []);
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
              <LinkWithNext path="/auth/confirm" className="tappable">
                Send a new confirmation email
              </LinkWithNext>
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
              className="-ml-3.5 forced-colors:ml-0"
              label="Use a code instead"
              pendingLabel="Sending a code…"
              pending={pending}
            />
            <LinkWithNext path="/reset-password" className="tappable">
              Forgot your password?
            </LinkWithNext>
          </div>
        )}
      </ActionForm>
    </>
  );
}

/** The same for an e-mail without an account, to which nothing was sent: only its owner may learn that. */
function CodeStep({ email }: { email: string }) {
  return (
    <>
      <p>
        If {email} has an account, a code and a link are on their way. Enter the code here, or open the link.
        Each works once and expires in one hour.
        <OtherTab />
      </p>
      <CodeForms
        email={email}
        changePath="/sign-in"
        enter={signInWithCodeAction}
        resend={resendCodeAction}
        otherWay={
          <LinkWithNext path="/sign-in?step=password" className="tappable">
            Use a password instead
          </LinkWithNext>
        }
      />
    </>
  );
}
