'use client';

import { ActionForm, fieldProblem, typedValue } from '@/components/ui/action-form';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { SubmitButton } from '@/components/ui/submit-button';
import { resendConfirmationAction } from '../../sign-up/actions';

export function NewLinkForm() {
  return (
    <ActionForm action={resendConfirmationAction}>
      {(state, pending) => (
        <>
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            required
            defaultValue={typedValue(state, 'email')}
            problem={fieldProblem(state, 'email')}
          />
          <SubmitButton label="Send a new link" pendingLabel="Sending…" pending={pending} />
          {state.status === 'done' ? (
            <Notice title="Check your mail">
              If {state.values.email} is waiting to be confirmed, a new link is on its way.
            </Notice>
          ) : null}
        </>
      )}
    </ActionForm>
  );
}
