'use client';

import type { ReactNode } from 'react';
import { LinkWithNext } from '@/components/next-param';
import { CodeForms, OtherTab } from '../../code-forms';
import { confirmWithCodeAction, resendConfirmationAction } from './actions';

type CheckYourMailProps = { email: string; mailboxHint: ReactNode };

/** The same for an e-mail that has an account already: only its owner may learn that. */
export function CheckYourMail({ email, mailboxHint }: CheckYourMailProps) {
  return (
    <section className="grid gap-4">
      <p className="[overflow-wrap:anywhere]">
        We sent a code and a link to <strong className="font-semibold">{email}</strong>. Enter the code here,
        or open the link in this browser. In another one you'll choose your password again. Either works once,
        within an hour.
        <OtherTab />
      </p>
      {mailboxHint}
      <CodeForms
        email={email}
        enter={confirmWithCodeAction}
        resend={resendConfirmationAction}
        afterWrongCode={
          <p>
            Already opened the link?{' '}
            <LinkWithNext path="/sign-in" className="tappable">
              Sign in
            </LinkWithNext>
          </p>
        }
      />
      <p className="text-small text-muted">
        No mail? Look in the spam folder, check the address, or{' '}
        <LinkWithNext path="/sign-in">sign in</LinkWithNext> if you have an account.
      </p>
    </section>
  );
}
