'use client';

import type { ReactNode } from 'react';
import { NextField } from '@/components/next-param';
import { ActionForm, fieldProblem, typedValue } from '@/components/ui/action-form';
import { CodeInput } from '@/components/ui/code-input';
import { SubmitButton } from '@/components/ui/submit-button';
import type { FormState } from '@/lib/forms/form-state';
import { ChosenEmail } from './chosen-email';

type Action = (previous: FormState, form: FormData) => Promise<FormState>;
type CodeFormsProps = {
  email: string;
  /** Where another address can be given. Without it the address is not shown here. */
  changePath?: string;
  enter: Action;
  resend: Action;
  /** Stands beside the button that sends another. */
  otherWay?: ReactNode;
};

/** Asks for the code from a mail, and offers to send another. */
export function CodeForms({ email, changePath, enter, resend, otherWay }: CodeFormsProps) {
  const hiddenEmail = <input type="hidden" name="email" value={email} />;
  return (
    <>
      <ActionForm action={enter}>
        {(state, pending) => (
          <>
            {changePath ? (
              <ChosenEmail email={typedValue(state, 'email') ?? email} changePath={changePath} />
            ) : (
              hiddenEmail
            )}
            <NextField />
            <CodeInput problem={fieldProblem(state, 'code')} takesFocus={changePath !== undefined} />
            <SubmitButton label="Continue" pendingLabel="Checking…" pending={pending} />
          </>
        )}
      </ActionForm>
      <ActionForm action={resend} className="grid gap-2">
        {(state, pending) => (
          <>
            {hiddenEmail}
            <NextField />
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <SubmitButton
                variant="secondary"
                label="Send it again"
                pendingLabel="Sending…"
                pending={pending}
              />
              {otherWay}
            </div>
            <p role="status" className="text-muted">
              {state.status === 'done' ? 'Sent again. Only the newest code and link work.' : ''}
            </p>
          </>
        )}
      </ActionForm>
    </>
  );
}
