'use client';

import { EmailField } from '@/components/email-field';
import { NextField } from '@/components/next-param';
import { ActionForm } from '@/components/ui/action-form';
import { SubmitButton } from '@/components/ui/submit-button';
import { goOnWithEmailAction } from './actions';

/** Asks for the address alone. Nothing that follows tells whether it has an account. */
export function EmailStep({ known }: { known: string | undefined }) {
  return (
    <ActionForm action={goOnWithEmailAction}>
      {(state, pending) => (
        <>
          <NextField />
          <EmailField state={state} known={known} />
          <SubmitButton label="Continue" pendingLabel="One moment…" pending={pending} />
        </>
      )}
    </ActionForm>
  );
}
