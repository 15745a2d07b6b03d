import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { BesideIntro, describeIndexedPage, Tagline } from '@/app/(signed-out)/beside-intro';
import { ForApp, isForApp } from '@/app/(signed-out)/for-app';
import { LegalNote } from '@/app/(signed-out)/legal-note';
import { MethodLabel, ProviderForms } from '@/app/(signed-out)/provider-forms';
import { Or } from '@/app/(signed-out)/sign-in/passkey-option';
import { SolanaSignIn } from '@/app/(signed-out)/sign-in/sign-in-controls';
import { isActionRerender } from '@/app/(signed-out)/signed-in-visitor';
import { CaptchaPlace } from '@/components/sign-in/captcha-place';
import { MailboxHint } from '@/components/sign-in/mailbox-hint';
import { Problem } from '@/components/ui/problem';
import { peekWalletAccounts } from '@/lib/auth/sign-in/solana-accounts';
import { environment } from '@/lib/env';
import { safeRedirect } from '@/lib/http/safe-redirect';
import { withNext } from '@/lib/http/with-next';
import { describeError } from '@/lib/result';
import { readParam, type SearchParams } from '@/lib/search-params';
import { peekPasskeys } from '@/lib/session/offered-passkeys';
import { Provider } from '@/lib/session/sign-in-method';
import { readViewer } from '@/lib/session/viewer';
import { allowsSignUpByCode, peekSettings } from '@/lib/supabase/settings';
import { readOfferedWallets } from '@/lib/wallets/read-offered-wallets';
import { SignUpForm } from './sign-up-form';

export function generateMetadata(): Metadata {
  return describeIndexedPage({
    path: '/sign-up',
    title: 'Create your account',
    description: `Create a ${environment().branding.siteName} account and prove the Solana wallets you own, so that people and apps can rely on it.`,
  });
}

export default async function SignUpPage({ searchParams }: { searchParams: SearchParams }) {
  const next = await readParam(searchParams, 'next');
  if ((await readViewer()).signedIn && !(await isActionRerender())) redirect(safeRedirect(next));
  const settings = await peekSettings();
  const { isEmailOff, isSignUpClosed } = settings;
  return (
    <BesideIntro next={next} isFirst>
      <h1>Create your account</h1>
      <ForApp next={next} />
      {isForApp(next) ? null : <Tagline />}
      {/* Wallets need it too, if email is off. */}
      {isSignUpClosed ? null : <CaptchaPlace />}
      {isSignUpClosed || isEmailOff ? (
        <Problem problem={describeError(isSignUpClosed ? 'auth.sign_up_closed' : 'auth.email_off')} />
      ) : (
        <SignUpForm
          takesCodes={allowsSignUpByCode(settings)}
          codeNote={
            (await peekPasskeys()).isOffered
              ? "We'll email you a code. You can add a passkey later."
              : "We'll email you a code, now and whenever you sign in."
          }
        />
      )}
      {isSignUpClosed ? null : <OtherMethods hasEmail={!isEmailOff} />}
      <LegalNote />
      <p>
        Have an account?{' '}
        <a href={withNext('/sign-in', next)} className="tappable">
          Sign in
        </a>
      </p>
      <MailboxHint />
    </BesideIntro>
  );
}

async function OtherMethods({ hasEmail }: { hasEmail: boolean }) {
  const [{ enabled, isKnown }, opensAccount, offered] = await Promise.all([
    peekSettings(),
    peekWalletAccounts(),
    readOfferedWallets(),
  ]);
  const hasProviders = Provider.options.some((provider) => enabled.includes(provider));
  if (!opensAccount && !hasProviders) return null;
  return (
    <>
      {hasEmail ? <Or needsScripts={!hasProviders} /> : null}
      <div className="grid gap-3">
        {opensAccount ? (
          <SolanaSignIn
            label={<MethodLabel method="wallet" words="Sign up with Solana" />}
            offered={offered}
            opensAccount
            note="No email needed."
          />
        ) : null}
        <ProviderForms verb="Sign up" enabled={isKnown ? enabled : null} />
      </div>
    </>
  );
}
