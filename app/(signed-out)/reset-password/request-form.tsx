'use client';

import type { ReactNode } from 'react';
import { ActionForm, fieldProblem, typedValue } from '@/components/ui/action-form';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { SubmitButton } from '@/components/ui/submit-button';
import { requestPasswordResetAction } from './actions';

export function RequestForm({ mailboxHint }: { mailboxHint: ReactNode }) {
  return (
    <ActionForm action={requestPasswordResetAction}>
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
          <SubmitButton
            label={state.status === 'done' ? 'Send it again' : 'Send the link'}
            pendingLabel="Sending…"
            pending={pending}
          />
          {state.status === 'done' ? (
            <>
              <Notice title="Check your mail">
                If {state.values.email} has an account, a link is on its way. It works once, within an hour.
              </Notice>
              {mailboxHint}
            </>
          ) : null}
        </>
      )}
    </ActionForm>
  );
}
