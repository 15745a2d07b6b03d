import { type ReactNode, Suspense } from 'react';
import { LinkWithNext } from '@/components/next-param';
import { ProviderForm } from '@/components/provider-form';
import { Provider, providerNames } from '@/lib/auth/flow/providers';
import { peekPasskeys, readOfferedPasskeys } from '@/lib/auth/passkey/offered-passkeys';
import { readLastMethod } from '@/lib/auth/sign-in/last-method';
import { peekWalletAccounts } from '@/lib/auth/sign-in/solana-accounts';
import { peekSettings, readEnabledSignInMethods } from '@/lib/supabase/settings';
import { readOfferedWallets } from '@/lib/wallets/read-offered-wallets';
import { goOnWithEmailAction, startOAuthAction } from './actions';
import { Or } from './passkey-option';
import { PasskeySignIn } from './passkey-sign-in';
import { EmailStep, OrderedSignInOptions, SolanaSignIn } from './sign-in-controls';

/**
 * The e-mail, and every other way to sign in. A passkey, a wallet or a provider that was used last comes before the e-mail. Shown
 * at once, whatever the backend does: a provider that isn't known yet comes later.
 */
export async function FirstStep({ known }: { known: string | undefined }) {
  const [{ enabled, isEmailOff, isSignUpClosed, isKnown }, last, opensAccount, offered, passkeys] =
    await Promise.all([
      peekSettings(),
      readLastMethod(),
      peekWalletAccounts(),
      readOfferedWallets(),
      peekPasskeys(),
    ]);
  const takesNewcomers = opensAccount && !isSignUpClosed;
  const hasProviders = Provider.options.some((provider) => enabled.includes(provider));
  const isPasskeyLast = last === 'passkey' && passkeys.isOffered;
  const others = (
    <SignInOptions enabled={isKnown ? enabled : null} last={last}>
      {/* What comes late comes last, so that it moves no button. */}
      <OrderedSignInOptions isReversed={!passkeys.isOffered || last === 'wallet'}>
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
      </OrderedSignInOptions>
    </SignInOptions>
  );
  const isOtherFirst = last === 'wallet' || isPasskeyLast || enabled.includes(last);
  const email = (
    <>
      <EmailStep action={goOnWithEmailAction} known={known} takesFocus={!isOtherFirst} />
      <p>
        <LinkWithNext path="/reset-password" className="tappable">
          Forgot your password?
        </LinkWithNext>
      </p>
    </>
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

const passkeyLabel = 'Sign in with a passkey';

/** For a server that has just started and a backend that hasn't answered it yet: nothing else waits for it. */
async function LatePasskey() {
  return (await readOfferedPasskeys()).isOffered ? <PasskeySignIn label={passkeyLabel} /> : null;
}

/** What stands at the method that this browser used last. */
const lastTime = 'You used this last time.';

type SignInOptionsProps = {
  /** Those that the project has switched on, by Supabase's names; null while that isn't known. */
  enabled: readonly string[] | null;
  /** What this browser used last. */
  last: string;
  /** Ways to sign in that are not a provider's. They come first. */
  children: ReactNode;
};

/** The ways to sign in besides the e-mail. The one used last comes first and says so. */
function SignInOptions({ enabled, last, children }: SignInOptionsProps) {
  return (
    <div className="grid gap-3">
      {children}
      {enabled ? (
        <Providers enabled={enabled} last={last} />
      ) : (
        <Suspense>
          <LateProviders last={last} />
        </Suspense>
      )}
    </div>
  );
}

/** For a server that has just started and a backend that hasn't answered it yet: nothing else waits for them. */
async function LateProviders({ last }: { last: string }) {
  return <Providers enabled={await readEnabledSignInMethods()} last={last} />;
}

function Providers({ enabled, last }: { enabled: readonly string[]; last: string }) {
  return Provider.options
    .filter((provider) => enabled.includes(provider))
    .sort((one, other) => Number(other === last) - Number(one === last))
    .map((provider) => (
      <ProviderForm
        key={provider}
        provider={provider}
        label={`Sign in with ${providerNames[provider]}`}
        action={startOAuthAction}
        note={provider === last ? lastTime : undefined}
      />
    ));
}
