'use client';

import { EmailField } from '@/components/email-field';
import { ActionForm } from '@/components/ui/action-form';
import { SubmitButton } from '@/components/ui/submit-button';
import { goOnWithEmailAction } from './actions';

type EmailStepProps = { known: string | undefined; next: string | undefined };

/** Asks for the address alone. Nothing that follows tells whether it has an account. */
export function EmailStep({ known, next }: EmailStepProps) {
  return (
    <ActionForm action={goOnWithEmailAction}>
      {(state, pending) => (
        <>
          {next ? <input type="hidden" name="next" value={next} /> : null}
          <EmailField state={state} known={known} />
          <SubmitButton label="Continue" pendingLabel="One moment…" pending={pending} />
        </>
      )}
    </ActionForm>
  );
}
