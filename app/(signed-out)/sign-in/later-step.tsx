'use client';

import { useEffect } from 'react';
import { EmailField } from '@/components/email-field';
import { LinkWithNext } from '@/components/link-with-next';
import { NextField } from '@/components/next-param';
import { notePlatformAuthenticator } from '@/components/passkey/note-platform-authenticator';
import { ActionForm, fieldProblem, typedValue } from '@/components/ui/action-form';
import { PasswordField } from '@/components/ui/password-field';
import { SubmitButton } from '@/components/ui/submit-button';
import { ChosenEmail } from '../chosen-email';
import { CodeForms, OtherTab } from '../code-forms';
import { useFirstFocus } from '../use-first-focus';
import {
  goOnWithCodeAction,
  resendCodeAction,
  signInWithCodeAction,
  signInWithPasswordAction,
} from './actions';

export type LaterStepProps =
  | { way: 'password'; email: string | undefined }
  | { way: 'code'; email: string; code: CodeStepProps };

type CodeStepProps = {
  /** Whether the code creates an account for an address that has none. */
  opensAccount: boolean;
  /** Providers that an address may be known by alone, to which no code goes. */
  providers: string[];
};

export function LaterStep(props: LaterStepProps) {
  return props.way === 'password' ? (
    <PasswordStep email={props.email} />
  ) : (
    <CodeStep email={props.email} {...props.code} />
  );
}

function PasswordStep({ email }: { email: string | undefined }) {
  const emailField = useFirstFocus(email === undefined);
  useEffect(() => void notePlatformAuthenticator(), []);
  return (
    <>
      <ActionForm action={signInWithPasswordAction}>
        {(state, pending) => (
          <>
            <NextField />
            {email === undefined ? (
              <EmailField ref={emailField} state={state} />
            ) : (
              <ChosenEmail email={typedValue(state, 'email') ?? email} changePath="/sign-in" />
            )}
            <PasswordField
              autoComplete="current-password"
              problem={fieldProblem(state, 'password')}
              takesFocus={email !== undefined}
            />
            <SubmitButton label="Sign in" pendingLabel="Signing in…" pending={pending} />
          </>
        )}
      </ActionForm>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        {email === undefined ? (
          <LinkWithNext path="/sign-in" className="tappable">
            Use a code
          </LinkWithNext>
        ) : (
          <ActionForm action={goOnWithCodeAction}>
            {(_state, pending) => (
              <>
                <input type="hidden" name="email" value={email} />
                <NextField />
                <SubmitButton
                  variant="quiet"
                  className="-ml-3.5 forced-colors:ml-0"
                  label="Use a code"
                  pendingLabel="Sending a code…"
                  pending={pending}
                />
              </>
            )}
          </ActionForm>
        )}
        <LinkWithNext path="/reset-password" className="tappable">
          Forgot your password?
        </LinkWithNext>
      </div>
    </>
  );
}

/** The same for every address: what was sent there only its owner may learn. */
function CodeStep({ email, opensAccount, providers }: { email: string } & CodeStepProps) {
  const address = <strong className="font-semibold">{email}</strong>;
  return (
    <>
      <p className="[overflow-wrap:anywhere]">
        {opensAccount ? <>We sent a code and a link to {address}.</> : null}
        {opensAccount ? null : <>If {address} has an account, a code and a link are on their way.</>} Enter
        the code here, or open the link. Each works once and expires in one hour.
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
          ? ` If you sign in with ${providers.join(' or ')}, use that: no code goes to an address that only ${providers.join(' or ')} knows.`
          : null}
      </p>
    </>
  );
}
