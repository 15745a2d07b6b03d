import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { MailboxHint } from '@/components/mailbox-hint';
import { LinkWithNext } from '@/components/next-param';
import { Problem } from '@/components/ui/problem';
import { safeRedirect } from '@/lib/auth/flow/safe-redirect';
import { readViewer } from '@/lib/auth/session/viewer';
import { describeError } from '@/lib/result';
import { readParam, type SearchParams } from '@/lib/search-params';
import { readSwitchedOff } from '@/lib/supabase/settings';
import { Tagline } from '../tagline';
import { SignUpForm } from './sign-up-form';

export const metadata: Metadata = { title: 'Create your account' };

export default async function SignUpPage({ searchParams }: { searchParams: SearchParams }) {
  if ((await readViewer()).signedIn) redirect(safeRedirect(await readParam(searchParams, 'next')));
  const { isEmailOff, isSignUpClosed } = await readSwitchedOff();
  if (isEmailOff || isSignUpClosed) {
    const reason = isEmailOff ? 'auth.email_off' : 'auth.sign_up_closed';
    return (
      <div className="grid gap-6">
        <h1>Create your account</h1>
        <Problem problem={describeError(reason)} />
        <p>
          <LinkWithNext path="/sign-in" className="tappable">
            Sign in
          </LinkWithNext>
        </p>
      </div>
    );
  }
  return (
    <div className="grid gap-6">
      <Tagline />
      <h1>Create your account</h1>
      <SignUpForm />
      <MailboxHint />
    </div>
  );
}
