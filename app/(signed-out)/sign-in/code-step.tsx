'use client';

import { withNext } from '@/lib/auth/flow/with-next';
import { CodeForms } from '../code-forms';
import { resendCodeAction, signInWithCodeAction } from './actions';

type CodeStepProps = { email: string; next: string | undefined; passwordPath: string };

/** The same for an e-mail without an account, to which nothing was sent: only its owner may learn that. */
export function CodeStep({ email, next, passwordPath }: CodeStepProps) {
  return (
    <>
      <p>
        If {email} has an account, a code and a link are on their way. Enter the code here, or open the link.
        Either works once, within an hour.
      </p>
      <CodeForms
        email={email}
        next={next}
        changePath={withNext('/sign-in', next)}
        enter={signInWithCodeAction}
        resend={resendCodeAction}
        otherWay={
          <a href={passwordPath} className="tappable">
            Use a password instead
          </a>
        }
      />
    </>
  );
}
