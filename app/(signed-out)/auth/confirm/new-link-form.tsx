'use client';

import { EmailField } from '@/components/email-field';
import { NextField } from '@/components/next-param';
import { ActionForm } from '@/components/ui/action-form';
import { Notice } from '@/components/ui/notice';
import { SubmitButton } from '@/components/ui/submit-button';
import { resendConfirmationAction } from './actions';

/** @param known the address, where this browser knows it. */
export function NewLinkForm({ known }: { known: string | undefined }) {
  return (
    <ActionForm action={resendConfirmationAction}>
      {(state, pending) => (
        <>
          <NextField />
          <EmailField state={state} known={known} />
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
