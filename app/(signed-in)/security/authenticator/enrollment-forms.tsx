'use client';

import { useEffect, useRef } from 'react';
import { ActionForm, fieldProblem } from '@/components/ui/action-form';
import { CodeInput } from '@/components/ui/code-input';
import { SubmitButton } from '@/components/ui/submit-button';
import { cancelEnrollmentAction, finishEnrollmentAction, startEnrollmentAction } from './actions';

export function StartForm() {
  return (
    <ActionForm action={startEnrollmentAction}>
      {(_state, pending) => (
        <div>
          <SubmitButton label="Continue" pendingLabel="One moment…" pending={pending} />
        </div>
      )}
    </ActionForm>
  );
}

export function CancelEnrollment() {
  return (
    <ActionForm action={cancelEnrollmentAction}>
      {(_state, pending) => (
        <div>
          <SubmitButton
            variant="quiet"
            className="-ml-3.5 forced-colors:ml-0"
            label="Cancel"
            pendingLabel="Cancelling…"
            pending={pending}
          />
        </div>
      )}
    </ActionForm>
  );
}

export function FirstCodeForm() {
  return (
    <ActionForm action={finishEnrollmentAction}>
      {(state, pending) => (
        <>
          <CodeInput problem={fieldProblem(state, 'code')} sendsItself />
          <SubmitButton label="Turn on" pendingLabel="Checking…" pending={pending} />
        </>
      )}
    </ActionForm>
  );
}

/** Takes the focus: the picture comes without a new page, which would be silent. */
export function SetUpHeading() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 ref={heading} tabIndex={-1} className="font-normal outline-none">
      Scan this with your authenticator app.
    </h2>
  );
}
