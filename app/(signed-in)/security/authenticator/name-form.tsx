'use client';

import { ActionForm, fieldProblem, typedValue } from '@/components/ui/action-form';
import { Field } from '@/components/ui/field';
import { SubmitButton } from '@/components/ui/submit-button';
import { startEnrolmentAction } from './actions';

export function NameForm() {
  return (
    <ActionForm action={startEnrolmentAction}>
      {(state, pending) => (
        <>
          <Field
            label="Name"
            name="name"
            autoComplete="off"
            required
            maxLength={80}
            hint="So that you know it again, like “Phone”."
            defaultValue={typedValue(state, 'name')}
            problem={fieldProblem(state, 'name')}
          />
          <SubmitButton label="Continue" pendingLabel="One moment…" pending={pending} />
        </>
      )}
    </ActionForm>
  );
}
