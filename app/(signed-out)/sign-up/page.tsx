import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { CaptchaPlace } from '@/components/captcha-place';
import { MailboxHint } from '@/components/mailbox-hint';
import { LinkWithNext } from '@/components/next-param';
import { Problem } from '@/components/ui/problem';
import { safeRedirect } from '@/lib/auth/flow/safe-redirect';
import { readViewer } from '@/lib/auth/session/viewer';
import { environment } from '@/lib/env';
import { describeError } from '@/lib/result';
import { readParam, type SearchParams } from '@/lib/search-params';
import { peekSettings } from '@/lib/supabase/settings';
import { describeIndexedPage } from '../indexed-page';
import { Tagline } from '../tagline';
import { SignUpForm } from './sign-up-form';

export function generateMetadata(): Metadata {
  return describeIndexedPage({
    path: '/sign-up',
    title: 'Create your account',
    description: `Create a ${environment().branding.siteName} account and prove the Solana wallets you own, so that people and apps can rely on it.`,
  });
}

export default async function SignUpPage({ searchParams }: { searchParams: SearchParams }) {
  if ((await readViewer()).signedIn) redirect(safeRedirect(await readParam(searchParams, 'next')));
  const { isEmailOff, isSignUpClosed } = await peekSettings();
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
      <CaptchaPlace />
      <SignUpForm />
      <MailboxHint />
    </div>
  );
}
