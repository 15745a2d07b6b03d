import type { Metadata } from 'next';
import { MailboxHint } from '@/components/mailbox-hint';
import { Notice } from '@/components/ui/notice';
import { Problem } from '@/components/ui/problem';
import { checkMailLink, type MailLinkCheck } from '@/lib/auth/mail-link';
import { readSignUp } from '@/lib/auth/sign-up-step';
import { describeError } from '@/lib/result';
import { readParam, type SearchParams } from '@/lib/search-params';
import { CheckYourMail } from './check-your-mail';
import { ConfirmForm } from './confirm-form';
import { NewLinkForm } from './new-link-form';

export async function generateMetadata({ searchParams }: { searchParams: SearchParams }): Promise<Metadata> {
  const resets = (await readParam(searchParams, 'type')) === 'recovery';
  return { title: resets ? resetTitle : confirmTitle };
}

const confirmTitle = 'Confirm your email';
const resetTitle = 'Reset your password';

export default async function ConfirmPage({ searchParams }: { searchParams: SearchParams }) {
  const parameters = await searchParams;
  if (!parameters.token_hash) return <EnterCode />;
  const check = await checkMailLink(parameters);
  if (check.status === 'usable') return <UseLink {...check} />;
  if (check.status === 'unavailable') {
    return <WithHeading title={confirmTitle} problem="backend.unavailable" />;
  }
  const resets = parameters.type === 'recovery';
  return (
    <WithHeading title={resets ? resetTitle : confirmTitle} problem="auth.link_invalid">
      <NewLink resets={resets} />
    </WithHeading>
  );
}

function UseLink({ link, email, signedInAs }: Extract<MailLinkCheck, { status: 'usable' }>) {
  const resets = link.type === 'recovery';
  return (
    <WithHeading title={resets ? resetTitle : confirmTitle}>
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
      <ConfirmForm
        link={link}
        label={resets ? 'Continue' : 'Confirm email'}
        newLink={<NewLink resets={resets} />}
      />
    </WithHeading>
  );
}

/** Asks for another mail, when a link has done its work or is too old. */
function NewLink({ resets }: { resets: boolean }) {
  if (resets) {
    return (
      <p>
        <a href="/reset-password">Send a new link</a>
      </p>
    );
  }
  return (
    <>
      <NewLinkForm />
      <p className="text-muted">
        Confirmed already? <a href="/sign-in">Sign in</a>
      </p>
      <MailboxHint />
    </>
  );
}

/** After signing up in this browser; anybody else who comes here is asked for their address. */
async function EnterCode() {
  const step = await readSignUp();
  return (
    <WithHeading title={confirmTitle}>
      {step ? (
        <CheckYourMail email={step.email} next={step.next} mailboxHint={<MailboxHint />} />
      ) : (
        <>
          <p className="text-muted">We'll send you a new link.</p>
          <NewLink resets={false} />
        </>
      )}
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
