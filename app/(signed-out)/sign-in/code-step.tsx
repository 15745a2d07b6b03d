'use client';

import { LinkWithNext } from '@/components/next-param';
import { CodeForms } from '../code-forms';
import { resendCodeAction, signInWithCodeAction } from './actions';

/** The same for an e-mail without an account, to which nothing was sent: only its owner may learn that. */
export function CodeStep({ email }: { email: string }) {
  return (
    <>
      <p>
        If {email} has an account, a code and a link are on their way. Enter the code here, or open the link.
        Either works once, within an hour.
      </p>
      <CodeForms
        email={email}
        changePath="/sign-in"
        enter={signInWithCodeAction}
        resend={resendCodeAction}
        otherWay={
          <LinkWithNext path="/sign-in?step=password" className="tappable">
            Use a password instead
          </LinkWithNext>
        }
      />
    </>
  );
}
