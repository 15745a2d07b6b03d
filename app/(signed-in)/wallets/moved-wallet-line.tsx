import Link from 'next/link';
import { LocalTime } from '@/components/local-time';
import { shortenAddress } from '@/lib/shorten-address';
import type { MovedWallet } from '@/lib/wallets/find-moved-wallet';

/** Why a wallet that was here is not any more. */
export function MovedWalletLine({ moved: { address, movedAt } }: { moved: MovedWallet }) {
  return (
    <p className="mt-6 text-muted">
      <span className="font-mono text-[14px]" title={address}>
        {shortenAddress(address)}
      </span>{' '}
      was proven on another account on <LocalTime at={movedAt} isDay />, by somebody who can sign with it, and
      is no longer on yours. <Link href="/activity">See your activity</Link>
    </p>
  );
}
