import type { ReactNode } from 'react';
import { Notice } from '@/components/ui/notice';
import type { EmailChangeOfLink } from '@/lib/auth/account/mail-link';
import { ConfirmForm } from './confirm-forms';

/** Names the account before the user confirms: confirming for another person's account would give away their address. */
export function ConfirmEmailChange({ link, accountCode, from, to, address, signedInAs }: EmailChangeOfLink) {
  const account = accountCode ? `Account ${accountCode}` : 'An account';
  return (
    <Headed>
      <p className="[overflow-wrap:anywhere]">
        <strong className="font-semibold">{account}</strong>
        {from ? (
          <>
            , which signs in with <strong className="inline-block max-w-full font-semibold">{from}</strong>{' '}
            now,
          </>
        ) : null}{' '}
        asks to change its email to <strong className="font-semibold">{to}</strong>.
      </p>
      {signedInAs?.isAnother ? (
        <Notice title={`You are signed in as ${signedInAs.name}.`}>
          This is for a different account: {accountCode ?? from}. Your account doesn't change, and you stay
          signed in.
        </Notice>
      ) : null}
      <p>
        This confirms <strong className="font-semibold [overflow-wrap:anywhere]">{address}</strong>.
        {from ? ' The other address has to confirm too.' : ''} It doesn't sign anyone in.
      </p>
      {signedInAs && !signedInAs.isAnother ? (
        <p className="text-muted">This is the account you're signed in to.</p>
      ) : (
        <p className="text-muted">Confirm only if that account is yours. Its ID is on your account page.</p>
      )}
      <ConfirmForm
        link={link}
        label="Confirm the change"
        newLink={<a href="/account">See what's pending on your account</a>}
      />
      <p className="text-small text-muted">
        Button not working? Enter the code on{' '}
        {signedInAs?.isAnother ? (
          'the account page of that account'
        ) : (
          <a href="/account">your account page</a>
        )}
        .
      </p>
    </Headed>
  );
}

/** The state of an email change, for a user who isn't signed in to its account in this browser. */
export function emailChangeNotices(notice: unknown): ReactNode {
  if (notice === 'one-agreed')
    return (
      <Headed>
        <Notice title="This address is confirmed.">
          To finish the change, open the link in our email to the other address.
        </Notice>
        <a href="/account">See your account</a>
      </Headed>
    );
  if (notice === 'email-changed')
    return (
      <Headed>
        <Notice title="Your email is changed.">
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
