'use client';

import { ActionForm, fieldProblem } from '@/components/ui/action-form';
import { CodeInput } from '@/components/ui/code-input';
import { Field } from '@/components/ui/field';
import { SubmitButton } from '@/components/ui/submit-button';
import { useWrongSecret } from '@/components/ui/wrong-secret';
import type { Problem } from '@/lib/problem';
import { enterFactorCodeAction, enterRecoveryCodeAction } from './actions';
import { StartOver } from './start-over';

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
