import { Provider } from '@/lib/auth/flow/providers';
import { readLastMethod } from '@/lib/auth/sign-in/last-method';
import { glanceAtWalletAccounts } from '@/lib/auth/sign-in/solana-accounts';
import { glanceAtSettings } from '@/lib/supabase/settings';
import { readOfferedWallets } from '@/lib/wallets/read-offered-wallets';
import { EmailStep } from './email-step';
import { ForgottenPassword } from './forgotten-password';
import { lastTime, Or, OtherWays } from './other-ways';
import { SolanaSignIn } from './solana-sign-in';

/**
 * The e-mail, and every other way to sign in. A wallet or a provider that was used last comes before the e-mail. Shown at
 * once, whatever the backend does: a provider that isn't known yet comes later.
 */
export async function FirstStep({ known }: { known: string | undefined }) {
  const [{ enabled, isEmailOff, isSignUpClosed, isKnown }, last, opensAccount, offered] = await Promise.all([
    glanceAtSettings(),
    readLastMethod(),
    glanceAtWalletAccounts(),
    readOfferedWallets(),
  ]);
  const takesNewcomers = opensAccount && !isSignUpClosed;
  const hasProviders = Provider.options.some((provider) => enabled.includes(provider));
  const others = (
    <OtherWays enabled={isKnown ? enabled : null} last={last}>
      <SolanaSignIn
        offered={offered}
        opensAccount={takesNewcomers}
        note={last === 'wallet' ? lastTime : takesNewcomers ? 'No email needed.' : undefined}
      />
    </OtherWays>
  );
  const isOtherFirst = last === 'wallet' || enabled.includes(last);
  const email = (
    <>
      <EmailStep known={known} takesFocus={!isOtherFirst} />
      <p>
        <ForgottenPassword />
      </p>
    </>
  );
  if (isEmailOff) return others;
  return (
    <>
      {isOtherFirst ? others : email}
      <Or needsScripts={!hasProviders} />
      {isOtherFirst ? email : others}
    </>
  );
}
