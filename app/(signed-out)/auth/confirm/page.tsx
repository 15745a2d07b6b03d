import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { CaptchaPlace } from '@/components/captcha-place';
import { FailedPart } from '@/components/failed-part';
import { LinkWithNext } from '@/components/link-with-next';
import { MailboxHint } from '@/components/mailbox-hint';
import { buttonClasses } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { Problem } from '@/components/ui/problem';
import { checkEmailChangeLink } from '@/lib/auth/account/email-change-link';
import { nameViewer } from '@/lib/auth/account/name-viewer';
import { checkMailLink, type MailLinkCheck } from '@/lib/auth/sign-in/email-link';
import { readEmailStep } from '@/lib/auth/sign-in/email-step';
import { readSignUp } from '@/lib/auth/sign-in/sign-up-step';
import { homePath, safeRedirect } from '@/lib/flow/safe-redirect';
import { describeError } from '@/lib/result';
import { readParam, type SearchParams } from '@/lib/search-params';
import { readViewer } from '@/lib/session/viewer';
import { AgreeToChange, emailChangeNews } from './change-email';
import { CheckYourMail, CodeInstead, ConfirmForm, NewLinkForm } from './confirm-forms';

export async function generateMetadata({ searchParams }: { searchParams: SearchParams }): Promise<Metadata> {
  const asksForCode = !(await readParam(searchParams, 'token_hash')) && (await readSignUp()) !== null;
  return { title: asksForCode ? checkYourMail : titles[readPurpose(await readParam(searchParams, 'type'))] };
}

const checkYourMail = 'Check your email';

type Purpose = 'confirm' | 'sign-in' | 'reset' | 'change-email';

const titles: Record<Purpose, string> = {
  confirm: 'Confirm your email',
  'sign-in': 'Sign in',
  reset: 'Reset your password',
  'change-email': 'Confirm your new email',
};

function readPurpose(type: unknown): Purpose {
  if (type === 'recovery') return 'reset';
  if (type === 'email_change') return 'change-email';
  return type === 'magiclink' ? 'sign-in' : 'confirm';
}

export default async function ConfirmPage({ searchParams }: { searchParams: SearchParams }) {
  const parameters = await searchParams;
  const news = emailChangeNews(parameters.notice);
  if (news) return news;
  if (!parameters.token_hash) return <EnterCode next={parameters.next} />;
  const purpose = readPurpose(parameters.type);
  if (purpose === 'change-email') {
    const change = await checkEmailChangeLink(parameters);
    return change.status === 'usable' ? (
      <AgreeToChange {...change} />
    ) : (
      <NotUsable purpose={purpose} status={change.status} next={parameters.next} />
    );
  }
  const check = await checkMailLink(parameters);
  return check.status === 'usable' ? (
    <UseLink {...check} />
  ) : (
    <NotUsable purpose={purpose} status={check.status} next={parameters.next} />
  );
}

type NotUsableProps = { purpose: Purpose; status: 'used-up' | 'unavailable'; next: unknown };

async function NotUsable({ purpose, status, next }: NotUsableProps) {
  if (status === 'unavailable')
    return (
      <WithHeading purpose={purpose}>
        <FailedPart code="backend.unavailable" />
      </WithHeading>
    );
  const check = await readViewer();
  if (check.signedIn && (purpose === 'confirm' || purpose === 'sign-in')) {
    return (
      <WithHeading purpose={purpose}>
        <Notice title={`You're already signed in as ${await nameViewer(check.viewer)}.`}>
          This link has expired or was already used. To continue as this account, you don't need it.
        </Notice>
        <a href={safeRedirect(next)} className={buttonClasses('primary', 'justify-self-start')}>
          Continue
        </a>
      </WithHeading>
    );
  }
  return (
    <WithHeading purpose={purpose} problem="auth.link_invalid">
      <NewLink purpose={purpose} known={await recallEmail()} />
    </WithHeading>
  );
}

/** The address that was last typed in this browser and not used since. */
async function recallEmail(): Promise<string | undefined> {
  const [signingUp, signingIn] = await Promise.all([readSignUp(), readEmailStep()]);
  return signingUp?.email ?? signingIn?.email;
}

function UseLink({ link, email, isConfirmed, signedInAs }: Extract<MailLinkCheck, { status: 'usable' }>) {
  // An address is confirmed once; after that a link of any type only signs in.
  const purpose = isConfirmed && link.type === 'email' ? 'sign-in' : readPurpose(link.type);
  const forms = (
    <>
      <ConfirmForm
        link={link}
        label={purpose === 'confirm' ? 'Confirm email' : 'Continue'}
        newLink={<NewLink purpose={purpose} known={email} />}
      />
      {link.type === 'invite' ? null : (
        <CodeInstead email={email} type={purpose === 'reset' ? 'recovery' : 'email'} />
      )}
    </>
  );
  if (!signedInAs)
    return (
      <WithHeading purpose={purpose}>
        <p>
          {purpose === 'confirm' ? 'This is the address you sign in with: ' : 'This signs you in as '}
          <strong className="font-semibold">{email}</strong>
          {purpose === 'reset' ? ' and lets you choose a new password.' : '.'}
        </p>
        {forms}
      </WithHeading>
    );
  return (
    <WithHeading purpose={purpose}>
      <Notice title={`You are signed in as ${signedInAs}.`}>
        This link is for a different account: {email}.
      </Notice>
      <a href={purpose === 'reset' ? homePath : safeRedirect(link.next)} className={buttonClasses('primary')}>
        Stay signed in
      </a>
      <details className="fold">
        <summary className="tappable w-fit cursor-pointer">Use the other account…</summary>
        <div className="mt-4 grid gap-6">
          <p className="[overflow-wrap:anywhere]">
            Continuing signs {signedInAs} out in this browser and signs {email} in.
          </p>
          {forms}
        </div>
      </details>
    </WithHeading>
  );
}

/** Asks for another mail, when a link has done its work or is too old. */
function NewLink({ purpose, known }: { purpose: Purpose; known: string | undefined }) {
  if (purpose === 'change-email') {
    return (
      <p>
        <a href="/account">See what's pending on your account</a>
      </p>
    );
  }
  if (purpose !== 'confirm') {
    return (
      <p>
        <LinkWithNext path={purpose === 'reset' ? '/reset-password' : '/sign-in'}>
          Send a new link
        </LinkWithNext>
      </p>
    );
  }
  return (
    <>
      <CaptchaPlace />
      <NewLinkForm known={known} />
      <p className="text-muted">
        Confirmed already? <LinkWithNext path="/sign-in">Sign in</LinkWithNext>
      </p>
      <MailboxHint />
    </>
  );
}

/**
 * Asks for the code after a sign-up in this browser, and anyone else for their address. Someone who has
 * confirmed in another tab goes on.
 */
async function EnterCode({ next }: { next: unknown }) {
  const [step, check] = await Promise.all([readSignUp(), readViewer()]);
  const waitsForAnother = step && check.signedIn && !isSameEmail(step.email, check.viewer.email);
  if (check.signedIn && !waitsForAnother) redirect(safeRedirect(next));
  if (!step) {
    return (
      <WithHeading purpose="confirm">
        <p className="text-muted">We'll send you a new link.</p>
        <NewLink purpose="confirm" known={(await readEmailStep())?.email} />
      </WithHeading>
    );
  }
  return (
    <div className="grid gap-4">
      <h1>{checkYourMail}</h1>
      <CaptchaPlace />
      <CheckYourMail email={step.email} mailboxHint={<MailboxHint />} />
    </div>
  );
}

function isSameEmail(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

type WithHeadingProps = {
  purpose: Purpose;
  problem?: Parameters<typeof describeError>[0];
  children?: React.ReactNode;
};

function WithHeading({ purpose, problem, children }: WithHeadingProps) {
  return (
    <div className="grid gap-6">
      <h1>{titles[purpose]}</h1>
      {problem ? <Problem problem={describeError(problem)} /> : null}
      {children}
    </div>
  );
}
