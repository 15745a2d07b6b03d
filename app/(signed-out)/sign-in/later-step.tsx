'use client';

import { useEffect } from 'react';
import { CodeForms, OtherTab } from '@/app/(signed-out)/code-forms';
import { useFirstFocus } from '@/app/(signed-out)/use-first-focus';
import { recordPlatformAuthenticator } from '@/components/passkey/platform-authenticator';
import { EmailField } from '@/components/sign-in/email-field';
import { LinkWithNext } from '@/components/sign-in/link-with-next';
import { NextField } from '@/components/sign-in/next-param';
import { ActionForm } from '@/components/ui/action-form';
import { PasswordField } from '@/components/ui/password-field';
import { SubmitButton } from '@/components/ui/submit-button';
import { mailedCodeLifetime } from '@/lib/lifetimes';
import { resendCodeAction, signInWithCodeAction, signInWithPasswordAction } from './actions';

export type LaterStepProps =
  | { way: 'password'; email: string | undefined }
  | ({ way: 'code' } & CodeStepProps);

type CodeStepProps = {
  email: string;
  /** Whether the code creates an account for a new address. */
  opensAccount: boolean;
  /** Providers that may be an address's only sign-in methods; such an address gets no code. */
  providers: string[];
};

export function LaterStep(props: LaterStepProps) {
  return props.way === 'password' ? <PasswordStep email={props.email} /> : <CodeStep {...props} />;
}

function PasswordStep({ email }: { email: string | undefined }) {
  const emailField = useFirstFocus(email === undefined);
  useEffect(() => void recordPlatformAuthenticator(), []);
  return (
    <ActionForm action={signInWithPasswordAction}>
      <NextField />
      <EmailField ref={emailField} known={email} />
      <PasswordField autoComplete="current-password" takesFocus={email !== undefined} />
      <SubmitButton label="Sign in" pendingLabel="Signing in…" />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <SubmitButton
          variant="quiet"
          className="-ml-2.75 forced-colors:ml-0"
          label="Use a code"
          pendingLabel="Sending a code…"
          sends={{ name: 'way', value: 'code' }}
        />
        <LinkWithNext path="/reset-password" className="tappable">
          Forgot your password?
        </LinkWithNext>
      </div>
    </ActionForm>
  );
}

/** Looks the same for every address, so that only its owner learns whether Auth sent a code. */
function CodeStep({ email, opensAccount, providers }: CodeStepProps) {
  const address = <strong className="font-semibold">{email}</strong>;
  return (
    <>
      <p className="[overflow-wrap:anywhere]">
        {opensAccount ? (
          <>A code and a link are on their way to {address}.</>
        ) : (
          <>If {address} has an account, a code and a link are on their way.</>
        )}{' '}
        Enter the code here, or open the link. Each works once and expires in {mailedCodeLifetime.inWords}.
        <OtherTab />
      </p>
      <CodeForms
        email={email}
        changePath="/sign-in"
        enter={signInWithCodeAction}
        resend={resendCodeAction}
        otherWay={
          <LinkWithNext path="/sign-in?step=password" className="tappable">
            Use a password
          </LinkWithNext>
        }
      />
      <p className="text-small text-muted">
        {opensAccount ? 'New here? The same code creates your account. ' : null}
        No email after a minute? Look in the spam folder, or check the address.
        {providers.length > 0
          ? ` If you signed up with ${providers.join(' or ')}, use that instead: we may not be able to send a code there.`
          : null}
      </p>
    </>
  );
}
