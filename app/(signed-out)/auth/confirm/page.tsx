import type { Metadata } from 'next';
import { MailboxHint } from '@/components/mailbox-hint';
import { Notice } from '@/components/ui/notice';
import { Problem } from '@/components/ui/problem';
import { checkMailLink, type MailLinkCheck } from '@/lib/auth/mail-link';
import { describeError } from '@/lib/result';
import type { SearchParams } from '@/lib/search-params';
import { ConfirmForm } from './confirm-form';
import { NewLinkForm } from './new-link-form';

export const metadata: Metadata = { title: 'Confirm' };

export default async function ConfirmPage({ searchParams }: { searchParams: SearchParams }) {
  const parameters = await searchParams;
  if (!parameters.token_hash) return <AskForLink />;
  const check = await checkMailLink(parameters);
  if (check.status === 'usable') return <UseLink {...check} />;
  if (check.status === 'unavailable') {
    return <WithHeading title="Confirm your email" problem="backend.unavailable" />;
  }
  if (parameters.type === 'recovery') {
    return (
      <WithHeading title="Reset your password" problem="auth.link_invalid">
        <p>
          <a href="/reset-password">Send a new link</a>
        </p>
      </WithHeading>
    );
  }
  return (
    <WithHeading title="Confirm your email" problem="auth.link_invalid">
      <NewLinkForm />
      <p className="text-muted">
        Confirmed already? <a href="/sign-in">Sign in</a>
      </p>
      <MailboxHint />
    </WithHeading>
  );
}

function UseLink({ link, email, signedInAs }: Extract<MailLinkCheck, { status: 'usable' }>) {
  const resets = link.type === 'recovery';
  return (
    <WithHeading title={resets ? 'Reset your password' : 'Confirm your email'}>
      <p>
        {resets ? 'This signs you in as ' : 'This is the address you sign in with: '}
        <strong className="font-semibold">{email}</strong>
        {resets ? ' and lets you choose a new password.' : '.'}
      </p>
      {signedInAs ? (
        <Notice title={`You are signed in as ${signedInAs}.`}>
          Going on signs that account out in this browser and signs {email} in.
        </Notice>
      ) : null}
      <ConfirmForm link={link} label={resets ? 'Continue' : 'Confirm email'} />
    </WithHeading>
  );
}

function AskForLink() {
  return (
    <WithHeading title="Confirm your email">
      <p className="text-muted">We'll send you a new link.</p>
      <NewLinkForm />
      <MailboxHint />
    </WithHeading>
  );
}

type WithHeadingProps = {
  title: string;
  problem?: Parameters<typeof describeError>[0];
  children?: React.ReactNode;
};

function WithHeading({ title, problem, children }: WithHeadingProps) {
  return (
    <div className="grid gap-6">
      <h1>{title}</h1>
      {problem ? <Problem problem={describeError(problem)} /> : null}
      {children}
    </div>
  );
}
