'use client';

import { EmailField } from '@/components/email-field';
import { ActionForm } from '@/components/ui/action-form';
import { SubmitButton } from '@/components/ui/submit-button';
import { requestPasswordResetAction } from './actions';

type RequestFormProps = { known: string | undefined; next: string | undefined };

export function RequestForm({ known, next }: RequestFormProps) {
  return (
    <ActionForm action={requestPasswordResetAction}>
      {(state, pending) => (
        <>
          {next ? <input type="hidden" name="next" value={next} /> : null}
          <EmailField state={state} known={known} />
          <SubmitButton label="Send the link" pendingLabel="Sending…" pending={pending} />
        </>
      )}
    </ActionForm>
  );
}
