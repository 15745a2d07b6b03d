import type { ReactNode } from 'react';
import { Notice } from '@/components/ui/notice';
import type { MailLink } from '@/lib/auth/sign-in/schemas';
import { ConfirmForm } from './confirm-form';

/** A link that one of the two addresses of a change was sent. */
export function AgreeToChange({ link, email }: { link: MailLink; email: string }) {
  return (
    <Headed>
      <p>
        An account asks for another email. With this, <strong className="font-semibold">{email}</strong>{' '}
        agrees. If the account has an email now, that one has to agree too. Nobody is signed in by it.
      </p>
      <ConfirmForm
        link={link}
        label="Confirm the change"
        newLink={<a href="/account">See what your account waits for</a>}
      />
    </Headed>
  );
}

/** How far a change of e-mail is, for somebody who is not signed in to its account here. */
export function emailChangeNews(notice: unknown): ReactNode {
  if (notice === 'one-agreed')
    return (
      <Headed>
        <Notice title="This address has agreed.">
          The other one has a mail too. Open its link, and your email is changed.
        </Notice>
        <a href="/account">See your account</a>
      </Headed>
    );
  if (notice === 'email-changed')
    return (
      <Headed>
        <Notice title="The email is changed.">
          Every session of the account has ended. Use the new email to sign in.
        </Notice>
        <a href="/sign-in">Sign in</a>
      </Headed>
    );
  return null;
}

function Headed({ children }: { children: ReactNode }) {
  return (
    <div className="grid gap-6">
      <h1>Confirm your new email</h1>
      {children}
    </div>
  );
}
