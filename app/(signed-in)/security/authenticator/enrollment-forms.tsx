'use client';

import { useEffect, useRef } from 'react';
import { ActionForm, fieldProblem } from '@/components/ui/action-form';
import { CodeInput } from '@/components/ui/code-input';
import { SubmitButton } from '@/components/ui/submit-button';
import { finishEnrollmentAction } from './actions';

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

/** Takes the focus: the picture appears without a page load, which screen readers wouldn't announce. */
export function SetUpHeading() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 ref={heading} tabIndex={-1} className="font-normal outline-none">
      Scan this with your authenticator app.
    </h2>
  );
}
