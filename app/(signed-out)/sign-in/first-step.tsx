import { Suspense } from 'react';
import { Provider } from '@/lib/auth/flow/providers';
import { glanceAtPasskeys, readOfferedPasskeys } from '@/lib/auth/passkey/offered-passkeys';
import { readLastMethod } from '@/lib/auth/sign-in/last-method';
import { glanceAtWalletAccounts } from '@/lib/auth/sign-in/solana-accounts';
import { glanceAtSettings } from '@/lib/supabase/settings';
import { readOfferedWallets } from '@/lib/wallets/read-offered-wallets';
import { goOnWithEmailAction } from './actions';
import { EmailStep } from './email-step';
import { ForgottenPassword } from './forgotten-password';
import { InOrder } from './in-order';
import { lastTime, Or, OtherWays } from './other-ways';
import { PasskeySignIn } from './passkey-sign-in';
import { SolanaSignIn } from './solana-sign-in';

/**
 * The e-mail, and every other way to sign in. A passkey, a wallet or a provider that was used last comes before the e-mail. Shown
 * at once, whatever the backend does: a provider that isn't known yet comes later.
 */
export async function FirstStep({ known }: { known: string | undefined }) {
  const [{ enabled, isEmailOff, isSignUpClosed, isKnown }, last, opensAccount, offered, passkeys] =
    await Promise.all([
      glanceAtSettings(),
      readLastMethod(),
      glanceAtWalletAccounts(),
      readOfferedWallets(),
      glanceAtPasskeys(),
    ]);
  const takesNewcomers = opensAccount && !isSignUpClosed;
  const hasProviders = Provider.options.some((provider) => enabled.includes(provider));
  const isPasskeyLast = last === 'passkey' && passkeys.isOffered;
  const others = (
    <OtherWays enabled={isKnown ? enabled : null} last={last}>
      {/* What comes late comes last, so that it moves no button. */}
      <InOrder isReversed={!passkeys.isOffered || last === 'wallet'}>
        <Suspense>
          {passkeys.isOffered ? (
            <PasskeySignIn
              label={passkeyLabel}
              {...(isPasskeyLast && { note: lastTime, wasUsedLast: true })}
            />
          ) : (
            <LatePasskey />
          )}
        </Suspense>
        {null}
        <SolanaSignIn
          offered={offered}
          opensAccount={takesNewcomers}
          note={last === 'wallet' ? lastTime : takesNewcomers ? 'No email needed.' : undefined}
        />
      </InOrder>
    </OtherWays>
  );
  const isOtherFirst = last === 'wallet' || isPasskeyLast || enabled.includes(last);
  const email = (
    <>
      <EmailStep action={goOnWithEmailAction} known={known} takesFocus={!isOtherFirst} />
      <p>
        <ForgottenPassword />
      </p>
    </>
  );
  if (isEmailOff) return others;
  return (
    <InOrder isReversed={isOtherFirst}>
      {email}
      <Or needsScripts={!hasProviders} />
      {others}
    </InOrder>
  );
}

const passkeyLabel = 'Sign in with a passkey';

/** For a server that has just started and a backend that hasn't answered it yet: nothing else waits for it. */
async function LatePasskey() {
  return (await readOfferedPasskeys()).isOffered ? <PasskeySignIn label={passkeyLabel} /> : null;
}
