'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import { ActionForm, fieldProblem } from '@/components/ui/action-form';
import { Field } from '@/components/ui/field';
import { SubmitButton } from '@/components/ui/submit-button';
import { confirmWithCodeAction, resendConfirmationAction } from './actions';

type CheckYourMailProps = { email: string; next: string | undefined; mailboxHint: ReactNode };

/** The same for an e-mail that has an account already: only its owner may learn that. */
export function CheckYourMail({ email, next, mailboxHint }: CheckYourMailProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const hidden = (
    <>
      <input type="hidden" name="email" value={email} />
      {next ? <input type="hidden" name="next" value={next} /> : null}
    </>
  );
  return (
    <section className="grid gap-4">
      <h2 ref={heading} tabIndex={-1} className="text-large outline-none">
        Check your mail
      </h2>
      <p>
        We sent a code and a link to <strong className="font-semibold">{email}</strong>. Enter the code here,
        or open the link. Either works once, within an hour.
      </p>
      {mailboxHint}
      <ActionForm action={confirmWithCodeAction}>
        {(state, pending) => (
          <>
            {hidden}
            <Field
              label="Code"
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              required
              problem={fieldProblem(state, 'code')}
            />
            <SubmitButton label="Continue" pendingLabel="Checking…" pending={pending} />
          </>
        )}
      </ActionForm>
      <ActionForm action={resendConfirmationAction} className="grid gap-2">
        {(state, pending) => (
          <>
            {hidden}
            <SubmitButton
              variant="secondary"
              label="Send it again"
              pendingLabel="Sending…"
              pending={pending}
            />
            <p role="status" className="text-muted">
              {state.status === 'done' ? 'Sent again. Only the newest code and link work.' : ''}
            </p>
          </>
        )}
      </ActionForm>
      <p className="text-small text-muted">
        No mail? Look in the spam folder, check the address, or <a href="/sign-in">sign in</a> if you have an
        account.
      </p>
    </section>
  );
}
