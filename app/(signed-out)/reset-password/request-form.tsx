'use client';

import type { ReactNode } from 'react';
import { EmailField } from '@/components/email-field';
import { ActionForm } from '@/components/ui/action-form';
import { Notice } from '@/components/ui/notice';
import { SubmitButton } from '@/components/ui/submit-button';
import { requestPasswordResetAction } from './actions';

export function RequestForm({ mailboxHint }: { mailboxHint: ReactNode }) {
  return (
    <ActionForm action={requestPasswordResetAction}>
      {(state, pending) => (
        <>
          <EmailField state={state} />
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
