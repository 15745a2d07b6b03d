'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import { CodeForms } from '../../code-forms';
import { confirmWithCodeAction, resendConfirmationAction } from './actions';

type CheckYourMailProps = { email: string; mailboxHint: ReactNode };

/** The same for an e-mail that has an account already: only its owner may learn that. */
export function CheckYourMail({ email, mailboxHint }: CheckYourMailProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
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
      <CodeForms email={email} enter={confirmWithCodeAction} resend={resendConfirmationAction} />
      <p className="text-small text-muted">
        No mail? Look in the spam folder, check the address, or <a href="/sign-in">sign in</a> if you have an
        account.
      </p>
    </section>
  );
}
