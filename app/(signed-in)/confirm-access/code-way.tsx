'use client';

import { NextField } from '@/components/next-param';
import { ActionForm, fieldProblem } from '@/components/ui/action-form';
import { CodeInput } from '@/components/ui/code-input';
import { SubmitButton } from '@/components/ui/submit-button';
import { confirmByCodeAction, mailPresenceCodeAction } from './actions';

/** Mails a code when that is asked for, and then asks for it. */
export function CodeWay({ email, isSent }: { email: string; isSent: boolean }) {
  return (
    <>
      {isSent ? (
        <ActionForm action={confirmByCodeAction}>
          {(state, pending) => (
            <>
              <p>A code is on its way to {email}. It works once, within an hour.</p>
              <NextField />
              <CodeInput problem={fieldProblem(state, 'code')} takesFocus />
              <SubmitButton label="Continue" pendingLabel="Checking…" pending={pending} />
            </>
          )}
        </ActionForm>
      ) : (
        <p>We mail a code to {email}.</p>
      )}
      <ActionForm action={mailPresenceCodeAction}>
        {(_state, pending) => (
          <>
            <NextField />
            <SubmitButton
              label={isSent ? 'Send it again' : 'Send the code'}
              pendingLabel="Sending…"
              pending={pending}
              variant={isSent ? 'secondary' : 'primary'}
            />
          </>
        )}
      </ActionForm>
    </>
  );
}
