import type { WalletErrorCode } from '@/lib/errors/wallet';
import { readStandardWallet } from './signing-methods';
import type { WalletChoice } from './wallet-choices';

/** The one thing to do about a connection that failed, besides choosing another wallet: a press, or a link. */
export type ConnectingOffer = { label: string; href: string | null };

const retry: ConnectingOffer = { label: 'Try again', href: null };

/** What to offer after a failure, or null when nothing about this wallet can help. */
export function offerAfterConnecting(code: WalletErrorCode, choice: WalletChoice): ConnectingOffer | null {
  switch (code) {
    case 'wallet.not_found':
    case 'wallet.not_ready':
      // A wallet that announced itself names no page of its own to install it from.
      return choice.installUrl && !readStandardWallet(choice.adapter)
        ? { label: `Install ${choice.label}`, href: choice.installUrl }
        : retry;
    case 'wallet.demo_unavailable':
      return null;
    default:
      return retry;
  }
}
