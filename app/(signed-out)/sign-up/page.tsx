import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { MailboxHint } from '@/components/mailbox-hint';
import { Problem } from '@/components/ui/problem';
import { safeRedirect } from '@/lib/auth/flow/safe-redirect';
import { withNext } from '@/lib/auth/flow/with-next';
import { readViewer } from '@/lib/auth/session/viewer';
import { describeError } from '@/lib/result';
import { readParam, type SearchParams } from '@/lib/search-params';
import { readSwitchedOff } from '@/lib/supabase/settings';
import { SignUpForm } from './sign-up-form';

export const metadata: Metadata = { title: 'Create your account' };

export default async function SignUpPage({ searchParams }: { searchParams: SearchParams }) {
  const next = await readParam(searchParams, 'next');
  if ((await readViewer()).signedIn) redirect(safeRedirect(next));
  const { isEmailOff, isSignUpClosed } = await readSwitchedOff();
  if (isEmailOff || isSignUpClosed) {
    const reason = isEmailOff ? 'auth.email_off' : 'auth.sign_up_closed';
    return (
      <div className="grid gap-6">
        <h1>Create your account</h1>
        <Problem problem={describeError(reason)} />
        <p>
          <a href={withNext('/sign-in', next)} className="tappable">
            Sign in
          </a>
        </p>
      </div>
    );
  }
  return (
    <div className="grid gap-6">
      <h1>Create your account</h1>
      <SignUpForm next={next} />
      <MailboxHint />
    </div>
  );
}
