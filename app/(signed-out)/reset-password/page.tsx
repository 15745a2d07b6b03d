import type { Metadata } from 'next';
import { BesideIntro } from '@/app/(signed-out)/beside-intro';
import { CodeForms, OtherTab } from '@/app/(signed-out)/code-forms';
import { ForApp } from '@/app/(signed-out)/for-app';
import { PasskeyOption } from '@/app/(signed-out)/sign-in/passkey-option';
import { CaptchaPlace } from '@/components/sign-in/captcha-place';
import { EmailField } from '@/components/sign-in/email-field';
import { LinkWithNext } from '@/components/sign-in/link-with-next';
import { MailboxHint } from '@/components/sign-in/mailbox-hint';
import { NextField } from '@/components/sign-in/next-param';
import { ActionForm } from '@/components/ui/action-form';
import { Notice } from '@/components/ui/notice';
import { Problem } from '@/components/ui/problem';
import { SubmitButton } from '@/components/ui/submit-button';
import { emailCookie } from '@/lib/auth/sign-in/sign-in-cookies';
import { mailedCodeLifetime } from '@/lib/lifetimes';
import { describeError } from '@/lib/result';
import { readParam, type SearchParams } from '@/lib/search-params';
import { peekSettings } from '@/lib/supabase/settings';
import { enterResetCodeAction, requestPasswordResetAction, resendPasswordResetAction } from './actions';

export const metadata: Metadata = { title: 'Reset your password' };

export default async function ResetPasswordPage({ searchParams }: { searchParams: SearchParams }) {
  const known = (await emailCookie.read())?.email;
  const isAsked = known !== undefined && (await readParam(searchParams, 'step')) === 'code';
  const { isEmailOff } = await peekSettings();
  const next = await readParam(searchParams, 'next');
  return (
    <BesideIntro next={next} isFirst={false}>
      <h1>Reset your password</h1>
      <ForApp next={next} />
      {isEmailOff ? <Problem problem={describeError('auth.email_off')} /> : null}
      {isEmailOff ? null : <CaptchaPlace />}
      {!isEmailOff && isAsked ? <EnterCode email={known} /> : null}
      {!isEmailOff && !isAsked ? (
        <>
          <p className="text-muted">
            We'll email you a code and a link. Either one lets you choose a new password.
          </p>
          <ActionForm action={requestPasswordResetAction}>
            <NextField />
            <EmailField known={known} autoComplete="username webauthn" />
            <SubmitButton label="Email me a code" pendingLabel="Sending…" />
          </ActionForm>
          <PasskeyOption note="No password needed." />
        </>
      ) : null}
      <p>
        {isEmailOff ? null : 'Remembered it? '}
        <LinkWithNext path="/sign-in" className="tappable">
          Sign in
        </LinkWithNext>
      </p>
    </BesideIntro>
  );
}

/** The same for an email without an account, which receives nothing: only the address's owner may learn that. */
function EnterCode({ email }: { email: string }) {
  return (
    <>
      <Notice title="Check your email">
        If {email} has an account, a code and a link are on their way. Enter the code here, or open the link.
        Each works once and expires in {mailedCodeLifetime.inWords}.
        <OtherTab />
      </Notice>
      <MailboxHint />
      <CodeForms
        email={email}
        changePath="/reset-password"
        enter={enterResetCodeAction}
        resend={resendPasswordResetAction}
      />
    </>
  );
}
