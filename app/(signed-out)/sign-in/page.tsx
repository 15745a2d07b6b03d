import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { MailboxHint } from '@/components/mailbox-hint';
import { Notice } from '@/components/ui/notice';
import { ForgetWallet } from '@/components/wallet/forget-wallet';
import { safeRedirect } from '@/lib/auth/safe-redirect';
import { readViewer } from '@/lib/auth/viewer';
import { withNext } from '@/lib/auth/with-next';
import { describeError } from '@/lib/result';
import { readParam, type SearchParams } from '@/lib/search-params';
import { SignInForm } from './sign-in-form';

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
      <SignInForm next={next} />
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
