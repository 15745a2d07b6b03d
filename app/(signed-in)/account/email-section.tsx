import { Setting } from '@/app/(signed-in)/setting';
import { MailboxHint } from '@/components/sign-in/mailbox-hint';
import { Notice } from '@/components/ui/note';
import type { SignInMethods } from '@/lib/auth/account/sign-in-methods';
import { mailedCodeLifetime } from '@/lib/lifetimes';
import { ConfirmChangeForm, EmailForm } from './email-forms';

export function EmailSection({ signInMethods }: { signInMethods: SignInMethods }) {
  const { email, emailChange } = signInMethods;
  return (
    <section id={email ? undefined : 'email'} className="relative grid gap-4 py-5">
      <div>
        <h2>Sign-in address</h2>
        <p className="text-muted [overflow-wrap:anywhere]">
          {email ||
            `None yet. Only your ${signInMethods.passkeys > 0 ? 'passkey and your wallet open' : 'wallet opens'} this account.`}
        </p>
      </div>
      {emailChange ? (
        <Notice title={`Changing to ${emailChange.to}`}>
          <ul>
            {email ? (
              <li>
                {email}: {describeWaiting(emailChange.waitsForOld)}
              </li>
            ) : null}
            <li>
              {emailChange.to}: {describeWaiting(emailChange.waitsForNew)}
            </li>
          </ul>
          <p className="mb-3">
            Open the link in each email, or enter its code here. They expire in {mailedCodeLifetime.inWords}.
            Change the email again to get new ones.
          </p>
          <ConfirmChangeForm />
          <div className="mt-3 empty:hidden">
            <MailboxHint />
          </div>
        </Notice>
      ) : null}
      {email ? (
        <Setting id="email" action="Change" object="the email">
          <EmailForm hasEmail />
        </Setting>
      ) : (
        // Open from the start: an account should have an email.
        <EmailForm hasEmail={false} />
      )}
    </section>
  );
}

function describeWaiting(waits: boolean): string {
  return waits ? 'not confirmed yet' : 'confirmed';
}
