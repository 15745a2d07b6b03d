import type { SignInMethods } from '@/lib/auth/account/sign-in-methods';
import { shortenAddress } from '@/lib/shorten';
import { AddPasskeyLink } from './add-passkey-link';

/** The addresses that are the account's only sign-in methods: an account with an email can sign in by code. */
function findOnlyKeys({ email, passkeys, identities }: SignInMethods): string[] {
  if (email || passkeys > 0) return [];
  return identities.every(({ kind }) => kind === 'wallet') ? identities.map(({ who }) => who) : [];
}

type OnlyWalletNoticeProps = {
  signInMethods: SignInMethods;
  total: number;
  offersPasskey: boolean;
};

export function OnlyWalletNotice({ signInMethods, total, offersPasskey }: OnlyWalletNoticeProps) {
  const keys = findOnlyKeys(signInMethods);
  const [only] = keys;
  if (!only) return null;
  return (
    <section
      aria-label="Only a wallet opens your account"
      className="mb-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-control border border-warning bg-warning-wash px-3.5 py-3"
    >
      <p>
        <span className="font-semibold">
          {keys.length > 1 ? (
            'Your wallets are your only sign-in method.'
          ) : total > 1 ? (
            <>
              The wallet <span className="font-mono text-[14px]">{shortenAddress(only)}</span> is your only
              sign-in method.
            </>
          ) : (
            'This wallet is your only sign-in method.'
          )}
        </span>{' '}
        {keys.length > 1 ? 'Lose them' : 'Lose it'} and you lose the account.
      </p>
      <p className="flex flex-wrap gap-x-4">
        {offersPasskey ? <AddPasskeyLink /> : null}
        <a href="/account#email" className="control-link font-semibold">
          Add an email
        </a>
      </p>
    </section>
  );
}
