import { readSignInMethods } from '@/lib/auth/account/sign-in-methods';
import type { Viewer } from '@/lib/session/viewer';
import { shortenAddress } from '@/lib/shorten';
import { AddPasskeyLink } from './add-passkey-link';

/** The addresses that are the account's only sign-in methods. Empty if that can't be read: a failure must not hide the wallets. */
export async function findOnlyKeys(viewer: Viewer): Promise<string[]> {
  // An account with an email can sign in by code, so no request is needed.
  if (viewer.email) return [];
  const described = await readSignInMethods(viewer);
  if (!described.ok || described.signInMethods.email || described.signInMethods.passkeys > 0) return [];
  const { identities } = described.signInMethods;
  return identities.every(({ kind }) => kind === 'wallet') ? identities.map(({ who }) => who) : [];
}

type OnlyWalletNoticeProps = {
  keys: string[];
  total: number;
  offersPasskey: boolean;
};

export function OnlyWalletNotice({ keys, total, offersPasskey }: OnlyWalletNoticeProps) {
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
        <a href="/account#email" className="inline-flex min-h-control items-center font-semibold">
          Add an email
        </a>
      </p>
    </section>
  );
}
