'use client';

import { useEffect, useRef } from 'react';
import { ActionForm, fieldProblem, typedValue } from '@/components/ui/action-form';
import { CodeInput } from '@/components/ui/code-input';
import { Field } from '@/components/ui/field';
import { SubmitButton } from '@/components/ui/submit-button';
import { cancelEnrollmentAction, finishEnrollmentAction, startEnrollmentAction } from './actions';

export function NameForm() {
  return (
    <ActionForm action={startEnrollmentAction}>
      {(state, pending) => (
        <>
          <Field
            label="Name"
            name="name"
            autoComplete="off"
            required
            maxLength={80}
            hint="So that you recognise it later, like “Phone”."
            defaultValue={typedValue(state, 'name')}
            problem={fieldProblem(state, 'name')}
          />
          <SubmitButton label="Continue" pendingLabel="One moment…" pending={pending} />
        </>
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
            className="-ml-3.5"
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

/** Takes the focus: the picture comes in the place of the form for its name without a new page, which would be silent. */
export function SetUpHeading({ name }: { name: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 ref={heading} tabIndex={-1} className="font-normal outline-none">
      Scan this with the app that you want to call <strong className="break-words">{name}</strong>.
    </h2>
  );
}
