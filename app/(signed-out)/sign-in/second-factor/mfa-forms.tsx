'use client';

import { ActionForm, fieldProblem, useWrongSecret } from '@/components/ui/action-form';
import { CodeInput } from '@/components/ui/code-input';
import { Field } from '@/components/ui/field';
import { PasswordField } from '@/components/ui/password-field';
import { SubmitButton } from '@/components/ui/submit-button';
import type { AuthenticatorRecovery } from '@/lib/auth/sign-in/external-authenticator';
import type { FormState } from '@/lib/forms/form-state';
import { mailedCodeLifetime } from '@/lib/lifetimes';
import type { Problem } from '@/lib/problem';
import {
  enterFactorCodeAction,
  enterRecoveryCodeAction,
  mailAuthenticatorRecoveryCodeAction,
  removeExternalAuthenticatorsAction,
} from './actions';

export function FactorCodeForm() {
  return (
    <ActionForm action={enterFactorCodeAction}>
      {(state, pending) => (
        <>
          <CodeInput problem={fieldProblem(state, 'code')} takesFocus sendsItself />
          <SubmitButton label="Continue" pendingLabel="Checking…" pending={pending} />
          <StartOver state={state} />
        </>
      )}
    </ActionForm>
  );
}

export function RecoveryCodeForm() {
  return (
    <ActionForm action={enterRecoveryCodeAction}>
      {(state, pending) => (
        <>
          <RecoveryCodeInput problem={fieldProblem(state, 'recoveryCode')} />
          <SubmitButton label="Continue" pendingLabel="Checking…" pending={pending} />
          <StartOver state={state} />
        </>
      )}
    </ActionForm>
  );
}

function RecoveryCodeInput({ problem }: { problem: Problem | undefined }) {
  return (
    <Field
      label="Recovery code"
      name="recoveryCode"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      required
      autoFocus
      className="font-mono"
      problem={problem}
      {...useWrongSecret()}
    />
  );
}

function StartOver({ state }: { state: FormState }) {
  if (state.status !== 'failed' || state.problem.code !== 'factor.step_over') return null;
  return (
    <a href="/sign-in" className="tappable">
      Sign in again
    </a>
  );
}

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
