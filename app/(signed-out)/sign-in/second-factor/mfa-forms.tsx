'use client';

import { useContext } from 'react';
import { ActionForm } from '@/components/ui/action-form';
import { CodeInput } from '@/components/ui/code-input';
import { Field } from '@/components/ui/field';
import { FormContext } from '@/components/ui/form-context';
import { PasswordField } from '@/components/ui/password-field';
import { SubmitButton } from '@/components/ui/submit-button';
import { useWrongSecret } from '@/components/ui/use-wrong-secret';
import type { AuthenticatorRecovery } from '@/lib/auth/sign-in/external-authenticator';
import { mailedCodeLifetime } from '@/lib/lifetimes';
import {
  enterFactorCodeAction,
  enterRecoveryCodeAction,
  mailAuthenticatorRecoveryCodeAction,
  removeExternalAuthenticatorsAction,
} from './actions';

export function FactorCodeForm() {
  return (
    <ActionForm action={enterFactorCodeAction}>
      <CodeInput takesFocus sendsItself />
      <SubmitButton label="Continue" pendingLabel="Checking…" />
      <StartOver />
    </ActionForm>
  );
}

export function RecoveryCodeForm() {
  return (
    <ActionForm action={enterRecoveryCodeAction}>
      <RecoveryCodeInput />
      <SubmitButton label="Continue" pendingLabel="Checking…" />
      <StartOver />
    </ActionForm>
  );
}

function RecoveryCodeInput() {
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
      {...useWrongSecret()}
    />
  );
}

function StartOver() {
  const { state } = useContext(FormContext);
  if (state.status !== 'failed' || state.problem.code !== 'factor.step_over') return null;
  return (
    <a href="/sign-in" className="tappable">
      Sign in again
    </a>
  );
}

export function ExternalAuthenticatorForm(props: { recovery: AuthenticatorRecovery; isSent: boolean }) {
  const { isSent } = props;
  const { email, needsPassword, needsCode } = props.recovery;
  return (
    <>
      {isSent || !needsCode ? (
        <ActionForm action={removeExternalAuthenticatorsAction}>
          {needsPassword ? (
            <PasswordField autoComplete="current-password" username={email} takesFocus />
          ) : null}
          {needsCode ? (
            <>
              <p>
                We sent a code to {email}. It works once and expires in {mailedCodeLifetime.inWords}.
              </p>
              <CodeInput takesFocus={!needsPassword} />
            </>
          ) : null}
          <SubmitButton label="Remove it and sign in" pendingLabel="Removing…" />
          <StartOver />
        </ActionForm>
      ) : (
        <p>We'll email a code to {email}.</p>
      )}
      {needsCode ? (
        <ActionForm action={mailAuthenticatorRecoveryCodeAction}>
          <SubmitButton
            label={isSent ? 'Send it again' : 'Send the code'}
            pendingLabel="Sending…"
            variant={isSent ? 'secondary' : 'primary'}
          />
          <StartOver />
        </ActionForm>
      ) : null}
    </>
  );
}
