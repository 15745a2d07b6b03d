'use client';

import { ActionForm, fieldProblem } from '@/components/ui/action-form';
import { CodeInput } from '@/components/ui/code-input';
import { PasswordField } from '@/components/ui/password-field';
import { SubmitButton } from '@/components/ui/submit-button';
import type { AuthenticatorRecovery } from '@/lib/auth/sign-in/external-authenticator';
import { mailedCodeLifetime } from '@/lib/lifetimes';
import { mailAuthenticatorRecoveryCodeAction, removeExternalAuthenticatorsAction } from './actions';
import { StartOver } from './start-over';

export function ExternalAuthenticatorForm({
  recovery,
  isSent,
}: {
  recovery: AuthenticatorRecovery;
  isSent: boolean;
}) {
  const { email, needsPassword, needsCode } = recovery;
  return (
    <>
      {isSent || !needsCode ? (
        <ActionForm action={removeExternalAuthenticatorsAction}>
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
                  <p>
                    We sent a code to {email}. It works once and expires in {mailedCodeLifetime.inWords}.
                  </p>
                  <CodeInput problem={fieldProblem(state, 'code')} takesFocus={!needsPassword} />
                </>
              ) : null}
              <SubmitButton label="Remove it and sign in" pendingLabel="Removing…" pending={pending} />
              <StartOver state={state} />
            </>
          )}
        </ActionForm>
      ) : (
        <p>We'll email a code to {email}.</p>
      )}
      {needsCode ? (
        <ActionForm action={mailAuthenticatorRecoveryCodeAction}>
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
