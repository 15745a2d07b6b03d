import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { BesideIntro, describeIndexedPage, Tagline } from '@/app/(signed-out)/beside-intro';
import { ForApp, isForApp } from '@/app/(signed-out)/for-app';
import { LegalNote } from '@/app/(signed-out)/legal-note';
import { hasSessionEnded, isActionRerender } from '@/app/(signed-out)/signed-in-visitor';
import { SignedOutPage } from '@/components/session/signed-out-page';
import { CaptchaPlace } from '@/components/sign-in/captcha-place';
import { MailboxHint } from '@/components/sign-in/mailbox-hint';
import { Notice } from '@/components/ui/notice';
import { Problem } from '@/components/ui/problem';
import { ForgetWallet } from '@/components/wallet/connect/remembered-wallet';
import { readPendingMfa, secondFactorPath } from '@/lib/auth/sign-in/finish-sign-in';
import { describeNotice, readShownProblem } from '@/lib/auth/sign-in/read-shown-problem';
import { type EmailStep, emailCookie } from '@/lib/auth/sign-in/sign-in-cookies';
import { hasTestPeople } from '@/lib/auth/sign-in/test-people';
import { environment } from '@/lib/env';
import { safeRedirect } from '@/lib/http/safe-redirect';
import { withNext } from '@/lib/http/with-next';
import { readParam, type SearchParams } from '@/lib/search-params';
import { Provider, providerNames } from '@/lib/session/sign-in-method';
import { readViewer } from '@/lib/session/viewer';
import { shortenEmail } from '@/lib/shorten';
import { peekSettings } from '@/lib/supabase/settings';
import { FirstStep } from './first-step';
import { PasskeyOption } from './passkey-option';
import { LazyLaterStep } from './sign-in-controls';
import { TestPeopleForm } from './test-people-form';

export async function generateMetadata({ searchParams }: { searchParams: SearchParams }): Promise<Metadata> {
  const step = readStep(await readParam(searchParams, 'step'), await emailCookie.read());
  return describeIndexedPage({
    path: '/sign-in',
    title: titles[step],
    description: `Sign in to ${environment().branding.siteName} with an email or a Solana wallet, and prove the wallets you own.`,
  });
}

type StepName = 'email' | 'password' | 'code';

const titles: Record<StepName, string> = { email: 'Sign in', password: 'Sign in', code: 'Check your email' };

/** Shows the code's step only in the browser that requested it. */
function readStep(asked: string | undefined, typed: EmailStep | null): StepName {
  if (asked === 'password') return 'password';
  return asked === 'code' && typed?.mailed === 'sign-in' ? 'code' : 'email';
}

export default async function SignInPage({ searchParams }: { searchParams: SearchParams }) {
  const next = await readParam(searchParams, 'next');
  const notice = await readParam(searchParams, 'notice');
  const check = await readViewer();
  const asked = await readParam(searchParams, 'step');
  const typed = await emailCookie.read();
  const step = readStep(asked, typed);
  // A signed-in visitor may be here to replace a session that has ended.
  const mayBeOver = notice === 'session-ended' || asked !== undefined;
  if (check.signedIn && !(await isActionRerender()) && !(mayBeOver && (await hasSessionEnded())))
    redirect(safeRedirect(next));
  const said = describeNotice(notice);
  const problem = readShownProblem(await readParam(searchParams, 'problem'));
  return (
    <BesideIntro next={next} isFirst={step === 'email'}>
      <h1>{titles[step]}</h1>
      <ForApp next={next} />
      {step === 'email' && !isForApp(next) ? <Tagline /> : null}
      <ForgetWallet />
      {step === 'email' && (check.signedIn || check.reason === 'signed-out') ? (
        <SignedOutPage
          hasEnded={notice === 'session-ended'}
          keepsDrafts={next !== undefined}
          followsSignIn={!safeRedirect(next).startsWith('/connect/')}
        />
      ) : null}
      {said ? <Notice title={said.title}>{said.hint}</Notice> : null}
      {problem ? <Problem problem={problem} /> : null}
      {step === 'email' ? <ResumeMfaNotice /> : null}
      <CaptchaPlace />
      <Step name={step} typed={typed} next={next} />
      {step === 'code' ? null : <NewHere next={next} />}
      {step === 'email' ? <LegalNote /> : null}
      {step === 'email' &&
      isForApp(next) &&
      hasTestPeople({ ...environment(), host: process.env.LISTEN_HOST }) ? (
        <TestPeopleForm />
      ) : null}
      <MailboxHint />
    </BesideIntro>
  );
}

type StepProps = { name: StepName; typed: EmailStep | null; next: string | undefined };

async function Step({ name, typed, next }: StepProps) {
  if (name === 'email') return <FirstStep known={typed?.email} next={next} />;
  return (
    <>
      {name === 'code' && typed ? (
        <LazyLaterStep
          way="code"
          email={typed.email}
          opensAccount={typed.opensAccount ?? false}
          providers={await namesOfProviders()}
        />
      ) : (
        <LazyLaterStep way="password" email={typed?.email} />
      )}
      <PasskeyOption />
    </>
  );
}

/** The providers to name to every visitor, if the site can't send an email that names them to the address's owner only. */
async function namesOfProviders(): Promise<string[]> {
  if (environment().smtpUrl) return [];
  const { enabled } = await peekSettings();
  return Provider.options
    .filter((provider) => enabled.includes(provider))
    .map((provider) => providerNames[provider]);
}

/** A link to sign-up, or a note that it is by invitation; empty if only sign-up by email is off. */
async function NewHere({ next }: { next: string | undefined }) {
  const { isEmailOff, isSignUpClosed } = await peekSettings();
  if (isEmailOff && !isSignUpClosed) return null;
  return (
    <>
      <hr className="border-hairline" />
      {isSignUpClosed ? (
        <p className="text-muted">New accounts are by invitation.</p>
      ) : (
        <p>
          New here?{' '}
          <a href={withNext('/sign-up', next)} className="tappable">
            Create an account
          </a>
        </p>
      )}
    </>
  );
}

/** Doesn't show the address, since another person may use this browser now. */
async function ResumeMfaNotice() {
  const held = await readPendingMfa();
  if (!held) return null;
  return (
    <Notice title={`One more step to sign in${held.email ? ` as ${shortenEmail(held.email)}` : ''}.`}>
      <a href={secondFactorPath} className="tappable">
        Continue with the second step
      </a>
    </Notice>
  );
}
