import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { MailboxHint } from '@/components/mailbox-hint';
import { Notice } from '@/components/ui/notice';
import { ForgetWallet } from '@/components/wallet/forget-wallet';
import { readEmailStep } from '@/lib/auth/email-step';
import { safeRedirect } from '@/lib/auth/safe-redirect';
import { signInStepPath } from '@/lib/auth/sign-in-steps';
import { readViewer } from '@/lib/auth/viewer';
import { withNext } from '@/lib/auth/with-next';
import { describeError } from '@/lib/result';
import { readParam, type SearchParams } from '@/lib/search-params';
import { EmailStep } from './email-step';
import { ForgottenPassword } from './forgotten-password';
import { LazyLaterStep } from './lazy-later-step';

export const metadata: Metadata = { title: 'Sign in' };

export default async function SignInPage({ searchParams }: { searchParams: SearchParams }) {
  const next = await readParam(searchParams, 'next');
  if ((await readViewer()).signedIn) redirect(safeRedirect(next));
  const notEnded =
    (await readParam(searchParams, 'notice')) === 'session-not-ended' &&
    describeError('auth.session_not_ended');
  return (
    <div className="grid gap-6">
      <h1>Sign in</h1>
      <ForgetWallet />
      {notEnded ? <Notice title={notEnded.title}>{notEnded.next}</Notice> : null}
      <Step name={await readParam(searchParams, 'step')} next={next} />
      <hr className="border-hairline" />
      <p>
        New here?{' '}
        <a href={withNext('/sign-up', next)} className="tappable">
          Create an account
        </a>
      </p>
      <MailboxHint />
    </div>
  );
}

/** The e-mail first; then, once it is known, its password or a mailed code. */
async function Step({ name, next }: { name: string | undefined; next: string | undefined }) {
  const known = (await readEmailStep())?.email;
  if (known && (name === 'password' || name === 'code')) {
    const passwordPath = signInStepPath('password', next);
    return <LazyLaterStep way={name} email={known} next={next} passwordPath={passwordPath} />;
  }
  return (
    <>
      <EmailStep known={known} next={next} />
      <p>
        <ForgottenPassword next={next} />
      </p>
    </>
  );
}
