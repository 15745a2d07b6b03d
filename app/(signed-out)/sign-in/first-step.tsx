import { Suspense } from 'react';
import { MethodLabel, ProviderForms, usedLast } from '@/app/(signed-out)/provider-forms';
import { SubmitButton } from '@/components/ui/submit-button';
import { readLastMethod } from '@/lib/auth/sign-in/sign-in-cookies';
import { peekWalletAccounts } from '@/lib/auth/sign-in/solana-accounts';
import { withNext } from '@/lib/http/with-next';
import { peekPasskeys, readOfferedPasskeys } from '@/lib/session/offered-passkeys';
import { Provider } from '@/lib/session/sign-in-method';
import { allowsSignUpByCode, peekSettings } from '@/lib/supabase/settings';
import { readOfferedWallets } from '@/lib/wallets/read-offered-wallets';
import { continueWithEmailAction } from './actions';
import { Or } from './passkey-option';
import { PasskeySignIn } from './passkey-sign-in';
import { EmailStep, OrderedSignInOptions, SolanaSignIn } from './sign-in-controls';

export async function FirstStep({ known, next }: { known: string | undefined; next?: string | undefined }) {
  const [settings, last, opensAccount, offered, passkeys] = await Promise.all([
    peekSettings(),
    readLastMethod(),
    peekWalletAccounts(),
    readOfferedWallets(),
    peekPasskeys(),
  ]);
  const { enabled, isEmailOff, isSignUpClosed, isKnown } = settings;
  const takesNewcomers = opensAccount && !isSignUpClosed;
  const hasProviders = Provider.options.some((provider) => enabled.includes(provider));
  const isPasskeyLast = last === 'passkey' && passkeys.isOffered;
  const others = (
    <div className="grid gap-3">
      {/* Late content comes last, so that no button moves. */}
      <OrderedSignInOptions isReversed={!passkeys.isOffered || last === 'wallet'}>
        <Suspense>{passkeys.isOffered ? <Passkey wasUsedLast={isPasskeyLast} /> : <LatePasskey />}</Suspense>
        {null}
        <SolanaSignIn
          label={<MethodLabel method="wallet" words="Sign in with Solana" isLast={last === 'wallet'} />}
          offered={offered}
          opensAccount={takesNewcomers}
          {...(last === 'wallet' ? usedLast : takesNewcomers && { note: 'No email needed.' })}
        />
      </OrderedSignInOptions>
      <ProviderForms verb="Sign in" enabled={isKnown ? enabled : null} {...(last && { last })} />
    </div>
  );
  const isOtherFirst = last === 'wallet' || isPasskeyLast || (last !== null && enabled.includes(last));
  const isByPassword = last === 'password';
  const email = (
    <EmailStep action={continueWithEmailAction} known={known} isFirst={!isOtherFirst}>
      {isByPassword ? null : (
        <p className="-mt-2 text-small text-muted">
          We'll email you a code
          {allowsSignUpByCode(settings) ? ' that signs you in or creates your account' : ''}.
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        {isByPassword ? null : (
          <SubmitButton
            variant="quiet"
            className="-ml-2.75 forced-colors:ml-0"
            label="Use a password"
            pendingLabel="One moment…"
            sends={{ name: 'way', value: 'password' }}
          />
        )}
        <a href={withNext('/reset-password', next)} className="tappable">
          Forgot your password?
        </a>
      </div>
    </EmailStep>
  );
  if (isEmailOff) return others;
  return (
    <OrderedSignInOptions isReversed={isOtherFirst}>
      {email}
      <Or needsScripts={!hasProviders} />
      {others}
    </OrderedSignInOptions>
  );
}

function Passkey({ wasUsedLast = false }) {
  return (
    <PasskeySignIn
      label={<MethodLabel method="passkey" words="Sign in with a passkey" isLast={wasUsedLast} />}
      wasUsedLast={wasUsedLast}
      {...(wasUsedLast && usedLast)}
    />
  );
}

/** Rendered late, because a server that has just started may wait for the backend. */
async function LatePasskey() {
  return (await readOfferedPasskeys()).isOffered ? <Passkey /> : null;
}
