'use client';

import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { pollSignInAction } from '@/app/(signed-out)/sign-in/actions';
import { recordPlatformAuthenticator } from '@/components/passkey/platform-authenticator';
import { type SessionNews, sessionChannelName } from '@/components/session/session-channel';
import { LinkWithNext } from '@/components/sign-in/link-with-next';
import { NextField, useNext } from '@/components/sign-in/next-param';
import { ActionForm, type FormAction } from '@/components/ui/action-form';
import { CodeInput } from '@/components/ui/code-input';
import { Field } from '@/components/ui/field';
import { SubmitButton } from '@/components/ui/submit-button';

type CodeFormsProps = {
  email: string;
  changePath: string;
  enter: FormAction;
  resend: FormAction;
  /** Shown beside the button that sends another code. */
  otherWay?: ReactNode;
};

export function CodeForms({ email, changePath, enter, resend, otherWay }: CodeFormsProps) {
  useEffect(() => void recordPlatformAuthenticator(), []);
  return (
    <>
      <ReloadAfterSignIn email={email} />
      <ActionForm action={enter}>
        <ChosenEmail email={email} changePath={changePath} />
        <NextField />
        <CodeInput takesFocus sendsItself />
        <SubmitButton label="Continue" pendingLabel="Checking…" />
      </ActionForm>
      <ActionForm action={resend} className="grid gap-2">
        {(state) => (
          <>
            <input type="hidden" name="email" value={email} />
            <NextField />
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <SubmitButton variant="secondary" label="Send it again" pendingLabel="Sending…" />
              {otherWay}
            </div>
            <p role="status" className="text-muted">
              {state.status === 'done' ? 'Sent again. Only the newest code and link work.' : ''}
            </p>
          </>
        )}
      </ActionForm>
    </>
  );
}

/** Says which tab to use. Without scripts, this tab waits for a code. */
export function OtherTab() {
  return (
    <span className="no-js:hidden">
      {' '}
      If you open the link in another tab, this one continues automatically.
    </span>
  );
}

/** Continues once another tab of this browser has signed in with the same email. */
function ReloadAfterSignIn({ email }: { email: string }) {
  const next = useNext();
  const follow = useEffectEvent(async () => {
    // If this fails the page stays, and the user can still enter the code.
    const answer = await pollSignInAction({ email, next }).catch(() => null);
    if (answer?.ok && answer.nextPath) location.replace(answer.nextPath);
  });
  useEffect(() => {
    const channel = new BroadcastChannel(sessionChannelName);
    // Pages of an account announce it to the other tabs.
    channel.onmessage = ({ data }: MessageEvent<SessionNews>) => {
      if (typeof data === 'string') void follow();
    };
    return () => channel.close();
  }, []);
  return null;
}

/** The email, which the sentence above shows in full. Password managers look for the password's account in the form. */
function ChosenEmail({ email, changePath }: { email: string; changePath: string }) {
  return (
    <Field
      label="Email"
      name="email"
      type="email"
      autoComplete="username"
      defaultValue={email}
      readOnly
      className="text-ellipsis"
      trailing={
        <LinkWithNext
          path={changePath}
          className="absolute inset-y-0 right-0 flex w-18 items-center justify-center rounded-control text-small font-medium text-muted"
        >
          Change
        </LinkWithNext>
      }
    />
  );
}
