import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { ForApp, isForApp, readAskingApp } from '@/app/(signed-out)/for-app';
import { LinkWithNext } from '@/components/sign-in/link-with-next';
import { buttonClasses } from '@/components/ui/button';
import { FailedPart } from '@/components/ui/failed-part';
import { Notice } from '@/components/ui/notice';
import { Problem } from '@/components/ui/problem';
import { nameViewer } from '@/lib/auth/account/account-name';
import { checkEmailChangeLink, checkMailLink, type MailLinkCheck } from '@/lib/auth/account/mail-link';
import { emailCookie } from '@/lib/auth/sign-in/sign-in-cookies';
import { homePath, safeRedirect } from '@/lib/http/safe-redirect';
import { withNext } from '@/lib/http/with-next';
import { describeError } from '@/lib/result';
import { readParam, type SearchParams } from '@/lib/search-params';
import { readViewer } from '@/lib/session/viewer';
import { ConfirmEmailChange, emailChangeNotices } from './change-email';
import { CodeInstead, ConfirmForm } from './confirm-forms';

export async function generateMetadata({ searchParams }: { searchParams: SearchParams }): Promise<Metadata> {
  return { title: titles[readPurpose(await readParam(searchParams, 'type'))] };
}

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
  const news = emailChangeNotices(parameters.notice);
  if (news) return news;
  if (!parameters.token_hash) return enterCode(parameters.next);
  const purpose = readPurpose(parameters.type);
  const check = await (purpose === 'change-email' ? checkEmailChangeLink : checkMailLink)(parameters);
  if (check.status !== 'usable')
    return <NotUsable purpose={purpose} status={check.status} next={parameters.next} />;
  return 'accountCode' in check ? <ConfirmEmailChange {...check} /> : <UseLink {...check} />;
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
          This link has expired or was already used, but you don't need it to continue.
        </Notice>
        <a href={safeRedirect(next)} className={buttonClasses('primary', 'justify-self-start')}>
          Continue
        </a>
      </WithHeading>
    );
  }
  return (
    <WithHeading purpose={purpose} next={safeRedirect(next)} problem="auth.link_invalid">
      <NewLink purpose={purpose} />
    </WithHeading>
  );
}

async function UseLink({
  link,
  email,
  isConfirmed,
  signedInAs,
}: Extract<MailLinkCheck, { status: 'usable' }>) {
  // An address is confirmed once; after that, a link of any type only signs in.
  const purpose = isConfirmed && link.type === 'email' ? 'sign-in' : readPurpose(link.type);
  const forms = (
    <>
      <ConfirmForm
        link={link}
        label={purpose === 'confirm' ? 'Confirm email' : 'Continue'}
        newLink={<NewLink purpose={purpose} />}
      />
      {link.type === 'invite' ? null : (
        <CodeInstead email={email} type={purpose === 'reset' ? 'recovery' : 'email'} />
      )}
    </>
  );
  const next = safeRedirect(link.next);
  if (!signedInAs)
    return (
      <WithHeading purpose={purpose} next={next}>
        {isForApp(next) && !(await readAskingApp(next)) ? (
          <Notice title="Did you start in another browser?">
            Go back to it and enter the code from this email there. If you didn't ask for this email, close
            this page and don't share the code.
          </Notice>
        ) : null}
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
      <a href={purpose === 'reset' ? homePath : next} className={buttonClasses('primary')}>
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

function NewLink({ purpose }: { purpose: Purpose }) {
  if (purpose === 'change-email') return <a href="/account">See what's pending on your account</a>;
  return (
    <LinkWithNext path={purpose === 'reset' ? '/reset-password' : '/sign-in'}>Send a new link</LinkWithNext>
  );
}

/** A URL without a token. Codes are entered on the page that sends them. */
async function enterCode(next: unknown): Promise<never> {
  const nextPath = safeRedirect(next);
  if ((await readViewer()).signedIn) redirect(nextPath);
  const path = (await emailCookie.read())?.mailed === 'sign-in' ? '/sign-in?step=code' : '/sign-in';
  redirect(withNext(path, nextPath === homePath ? undefined : nextPath));
}

type WithHeadingProps = {
  purpose: Purpose;
  next?: string | undefined;
  problem?: Parameters<typeof describeError>[0];
  children?: React.ReactNode;
};

function WithHeading({ purpose, next, problem, children }: WithHeadingProps) {
  return (
    <div className="grid gap-6">
      <h1>{titles[purpose]}</h1>
      <ForApp next={next} />
      {problem ? <Problem problem={describeError(problem)} /> : null}
      {children}
    </div>
  );
}
