import type { ReactNode } from 'react';
import { ProviderForm } from '@/components/sign-in/provider-form';
import { ConfirmButton } from '@/components/ui/confirm-button';
import { HeldSubmitButton } from '@/components/ui/held-submit-button';
import {
  emailWithout,
  type Identity,
  isLastSignInMethod,
  nameIdentity,
  type SignInMethods,
} from '@/lib/auth/account/sign-in-methods';
import { Provider, providerNames } from '@/lib/session/sign-in-method';
import { shortenAddress } from '@/lib/shorten';
import { addProviderAction, removeSignInMethodAction } from './actions';

type SignInMethodsSectionProps = {
  signInMethods: SignInMethods;
  /** The providers enabled in the project, by Supabase's names. */
  enabled: readonly string[];
  isEmailOff: boolean;
  offersPasskeys: boolean;
  /** Whether the project lets users add and remove providers. */
  allowsLinking: boolean;
};

export function SignInMethodsSection({
  signInMethods,
  enabled,
  isEmailOff,
  offersPasskeys,
  allowsLinking,
}: SignInMethodsSectionProps) {
  const others = signInMethods.identities.filter(
    ({ kind, isProvenWallet }) =>
      kind !== 'email' && !(isProvenWallet && signInMethods.walletsThatSignIn > 0),
  );
  const missing = Provider.options.filter(
    (provider) => enabled.includes(provider) && !others.some(({ kind }) => kind === provider),
  );
  const circumstances = { signInMethods, enabled, allowsLinking };
  return (
    <section id="sign-in-methods" className="grid gap-4 py-4">
      <h2>Sign-in methods</h2>
      <ul className="divide-y divide-hairline">
        {signInMethods.passkeys > 0 ? (
          <Method name={signInMethods.passkeys === 1 ? '1 passkey' : `${signInMethods.passkeys} passkeys`}>
            <a href="/security#passkeys">Manage passkeys</a>
          </Method>
        ) : null}
        {signInMethods.passkeys === 0 && offersPasskeys ? (
          <Method name="Passkey">
            None yet. <a href="/security#passkeys">Add a passkey</a>
          </Method>
        ) : null}
        {signInMethods.email && isEmailOff ? (
          <Method name="Email">Sign-in by email is turned off on this site.</Method>
        ) : null}
        {signInMethods.email && !isEmailOff ? (
          <>
            <Method name="Code by email">Sent to your sign-in email.</Method>
            <Method name="Password">
              {signInMethods.hasPassword ? 'Set. Change it in ' : 'Not set. Set one in '}
              <a href="/security#password">Security</a>.
            </Method>
          </>
        ) : null}
        {signInMethods.walletsThatSignIn > 0 ? (
          <Method name={describeWallets(signInMethods.walletsThatSignIn)}>
            A wallet can sign in as long as it's proven here. To stop that, remove it from{' '}
            <a href="/wallets">your wallets</a>.
          </Method>
        ) : null}
        {others.map((identity) => (
          <IdentityRow key={identity.id} identity={identity} {...circumstances} />
        ))}
      </ul>
      {allowsLinking ? (
        <div className="flex flex-wrap gap-3 empty:hidden">
          {missing.map((provider) => (
            <ProviderForm
              key={provider}
              provider={provider}
              label={`Add ${providerNames[provider]}`}
              action={addProviderAction}
              Submit={HeldSubmitButton}
            />
          ))}
        </div>
      ) : (
        <p className="text-muted">
          Other methods can't be added or removed: manual linking is off in this site's Supabase project.
        </p>
      )}
    </section>
  );
}

function Method({ name, children }: { name: string; children: ReactNode }) {
  return (
    <li className="py-3">
      <h3 className="font-medium">{name}</h3>
      <p className="text-muted">{children}</p>
    </li>
  );
}

function describeWallets(count: number): string {
  return count === 1 ? '1 proven wallet' : `${count}${count === 1000 ? ' or more' : ''} proven wallets`;
}

type Circumstances = Pick<SignInMethodsSectionProps, 'signInMethods' | 'enabled' | 'allowsLinking'>;

function isRemovable(
  { id, isProvenWallet }: Identity,
  { signInMethods, enabled, allowsLinking }: Circumstances,
): boolean {
  return (
    allowsLinking &&
    signInMethods.identities.length > 1 &&
    !isProvenWallet &&
    !isLastSignInMethod(signInMethods, id, enabled)
  );
}

function IdentityRow({ identity, ...circumstances }: Circumstances & { identity: Identity }) {
  const { signInMethods, enabled } = circumstances;
  const { id, kind, who, isProvenWallet } = identity;
  const isLast = signInMethods.identities.length === 1;
  const emailAfter = emailWithout(signInMethods, id);
  const name = kind === 'wallet' ? 'Solana wallet' : nameIdentity(identity);
  return (
    <li className="grid gap-3 py-3 wide:grid-cols-[1fr_auto] wide:items-center">
      <div>
        <h3 className="font-medium">{name}</h3>
        {kind === 'wallet' ? (
          <p className="font-mono text-[14px] text-muted" title={who}>
            {shortenAddress(who)}
          </p>
        ) : (
          <p className="text-muted [overflow-wrap:anywhere]">{who}</p>
        )}
        {isLast ? (
          <p className="text-small text-muted">
            It can't be removed: your account needs at least one email, provider or wallet to sign in with.
          </p>
        ) : null}
        {!isLast && !isProvenWallet && isLastSignInMethod(signInMethods, id, enabled) ? (
          <p className="text-small text-muted">
            It can't be removed: your other sign-in methods are turned off on this site.
          </p>
        ) : null}
        {!isLast && isProvenWallet ? (
          <p className="text-small text-muted">
            To stop that, remove it from <a href="/wallets">your wallets</a>.
          </p>
        ) : null}
        {!isLast && emailAfter !== signInMethods.email ? (
          <p className="text-small text-muted">
            Your email comes from this method.{' '}
            {emailAfter
              ? `Removing it changes your email to ${emailAfter}.`
              : 'Removing it also removes your email.'}
          </p>
        ) : null}
      </div>
      {isRemovable(identity, circumstances) ? (
        <ConfirmButton
          action={removeSignInMethodAction}
          values={{ id }}
          label={`Remove ${name}`}
          pendingLabel="Removing…"
          heading={`Remove ${name}?`}
        >
          {kind === 'wallet' ? shortenAddress(who) : who} can't sign in to this account anymore. The other
          sessions it started end too.
        </ConfirmButton>
      ) : null}
    </li>
  );
}
