'use client';

import { ActionForm, fieldProblem } from '@/components/ui/action-form';
import { CodeInput } from '@/components/ui/code-input';
import { PasswordField } from '@/components/ui/password-field';
import { SubmitButton } from '@/components/ui/submit-button';
import type { WayPast } from '@/lib/auth/sign-in/foreign-authenticator';
import { mailWayPastCodeAction, removeForeignAuthenticatorsAction } from './actions';
import { StartOver } from './start-over';

/** Mails a code, and then asks for it and the password. */
export function ForeignAuthenticatorForm({ way, isSent }: { way: WayPast; isSent: boolean }) {
  const { email, needsPassword, needsCode } = way;
  return (
    <>
      {isSent || !needsCode ? (
        <ActionForm action={removeForeignAuthenticatorsAction}>
          {(state, pending) => (
            <>
              {needsPassword ? (
                <PasswordField
                  autoComplete="current-password"
                  username={email}
                  problem={fieldProblem(state, 'password')}
                  takesFocus
                />
              ) : null}
              {needsCode ? (
                <>
                  <p>A code is on its way to {email}. It works once, within an hour.</p>
                  <CodeInput problem={fieldProblem(state, 'code')} takesFocus={!needsPassword} />
                </>
              ) : null}
              <SubmitButton label="Remove it and sign in" pendingLabel="Removing…" pending={pending} />
              <StartOver state={state} />
            </>
          )}
        </ActionForm>
      ) : (
        <p>We mail a code to {email}.</p>
      )}
      {needsCode ? (
        <ActionForm action={mailWayPastCodeAction}>
          {(state, pending) => (
            <>
              <SubmitButton
                label={isSent ? 'Send it again' : 'Send the code'}
                pendingLabel="Sending…"
                pending={pending}
                variant={isSent ? 'secondary' : 'primary'}
              />
              <StartOver state={state} />
            </>
          )}
        </ActionForm>
      ) : null}
    </>
  );
}
