'use client';

import { NextField } from '@/components/next-param';
import { ActionForm, fieldProblem } from '@/components/ui/action-form';
import { CodeInput } from '@/components/ui/code-input';
import { PasswordField } from '@/components/ui/password-field';
import { SubmitButton } from '@/components/ui/submit-button';
import {
  confirmByAuthenticatorAction,
  confirmByCodeAction,
  confirmByPasswordAction,
  mailStepUpCodeAction,
} from './actions';

/** Mails a code when that is asked for, and then asks for it. */
export function CodeWay({ email, isSent }: { email: string; isSent: boolean }) {
  return (
    <>
      {isSent ? (
        <ActionForm action={confirmByCodeAction}>
          {(state, pending) => (
            <>
              <p>A code is on its way to {email}. It works once, within an hour.</p>
              <NextField />
              <CodeInput problem={fieldProblem(state, 'code')} takesFocus />
              <SubmitButton label="Continue" pendingLabel="Checking…" pending={pending} />
            </>
          )}
        </ActionForm>
      ) : (
        <p>We mail a code to {email}.</p>
      )}
      <ActionForm action={mailStepUpCodeAction}>
        {(_state, pending) => (
          <>
            <NextField />
            <SubmitButton
              label={isSent ? 'Send it again' : 'Send the code'}
              pendingLabel="Sending…"
              pending={pending}
              variant={isSent ? 'secondary' : 'primary'}
            />
          </>
        )}
      </ActionForm>
    </>
  );
}

export function PasswordForm({ email }: { email: string }) {
  return (
    <ActionForm action={confirmByPasswordAction}>
      {(state, pending) => (
        <>
          {/* Tells a password manager whose password this is. */}
          <input type="text" name="username" autoComplete="username" defaultValue={email} hidden readOnly />
          <NextField />
          <PasswordField
            autoComplete="current-password"
            problem={fieldProblem(state, 'password')}
            takesFocus
          />
          <SubmitButton label="Continue" pendingLabel="Checking…" pending={pending} />
        </>
      )}
    </ActionForm>
  );
}

export function AuthenticatorForm() {
  return (
    <ActionForm action={confirmByAuthenticatorAction}>
      {(state, pending) => (
        <>
          <p>Enter the code that your authenticator app shows.</p>
          <NextField />
          <CodeInput problem={fieldProblem(state, 'code')} takesFocus />
          <SubmitButton label="Continue" pendingLabel="Checking…" pending={pending} />
        </>
      )}
    </ActionForm>
  );
}
