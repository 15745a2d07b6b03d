import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { MailboxHint } from '@/components/mailbox-hint';
import { Notice } from '@/components/ui/notice';
import { safeRedirect } from '@/lib/auth/safe-redirect';
import { readViewer } from '@/lib/auth/viewer';
import { withNext } from '@/lib/auth/with-next';
import { readParam, type SearchParams } from '@/lib/search-params';
import { SignInForm } from './sign-in-form';

export const metadata: Metadata = { title: 'Sign in' };

export default async function SignInPage({ searchParams }: { searchParams: SearchParams }) {
  const next = await readParam(searchParams, 'next');
  if ((await readViewer()).signedIn) redirect(safeRedirect(next));
  const stillOpenElsewhere = (await readParam(searchParams, 'notice')) === 'session-not-ended';
  return (
    <div className="grid gap-6">
      <h1>Sign in</h1>
      {stillOpenElsewhere ? (
        <Notice title="You are signed out in this browser.">
          We couldn't reach the sign-in service to end the session itself. It ends within the hour if nobody
          uses it.
        </Notice>
      ) : null}
      <SignInForm next={next} />
      <hr className="border-hairline" />
      <p>
        New here? <a href={withNext('/sign-up', next)}>Create an account</a>
      </p>
      <MailboxHint />
    </div>
  );
}
