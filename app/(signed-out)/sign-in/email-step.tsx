'use client';

import { EmailField } from '@/components/email-field';
import { NextField } from '@/components/next-param';
import { ActionForm } from '@/components/ui/action-form';
import { SubmitButton } from '@/components/ui/submit-button';
import { useFirstFocus } from '../use-first-focus';
import type { goOnWithEmailAction } from './actions';

type EmailStepProps = {
  /** Given by the server. Imported here it would bring 0.2 kB of script along, which calls actions. */
  action: typeof goOnWithEmailAction;
  known: string | undefined;
  /** Where nothing comes before it. */
  takesFocus: boolean;
};

/** Asks for the address alone. Nothing that follows tells whether it has an account. */
export function EmailStep({ action, known, takesFocus }: EmailStepProps) {
  const email = useFirstFocus(takesFocus);
  return (
    <ActionForm action={action}>
      {(state, pending) => (
        <>
          <NextField />
          {/* Where the page offers passkeys, the browser lists them here too. */}
          <EmailField ref={email} state={state} known={known} autoComplete="username webauthn" />
          <SubmitButton label="Continue" pendingLabel="One moment…" pending={pending} />
        </>
      )}
    </ActionForm>
  );
}
