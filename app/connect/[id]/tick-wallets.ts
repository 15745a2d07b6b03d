import type { ShareableWallet } from '@/lib/apps/describe-request';
import type { WantedWallet } from '@/lib/oidc/interaction';
import { isWalletShared } from '@/lib/oidc/wanted-wallet';

export type TickableWallet = ShareableWallet & {
  isTicked: boolean;
  /** It is one that the app asks for by `wallet=`; false where it asks for none. */
  answers: boolean;
};

type Asked = {
  wanted: WantedWallet | null;
  /** When the app asked, and the time now, in epoch seconds. */
  startedAt: number;
  now: number;
  /** The ticks of a refused answer, by id; null if there was none. */
  picked: readonly string[] | null;
  /** The team reviewed the app, or it is theirs. */
  isTrusted: boolean;
};

export const mostShared = 20;

/**
 * Ticks a wallet only for a reason: the app sees it already, it was proven for this request, the app names it,
 * or the app sees none and it comes first. For an app that nobody reviewed only the first reason counts.
 * @param wallets in the order they are shown, the primary first.
 */
export function tickWallets(wallets: readonly ShareableWallet[], asked: Asked): TickableWallet[] {
  const { wanted, startedAt, now, picked, isTrusted } = asked;
  const answersIt = (wallet: ShareableWallet) =>
    wanted !== null &&
    isWalletShared(wanted, [{ address: wallet.address, chain: wanted.chain, provenAt: wallet.provenAt }], {
      now,
      askedAt: startedAt,
    });
  const hasReason = (wallet: ShareableWallet) =>
    wallet.isShared ||
    (isTrusted &&
      (Date.parse(wallet.provenAt) / 1000 > startedAt ||
        (typeof wanted?.want === 'object' && answersIt(wallet))));
  const hasAnyReason = !isTrusted || wallets.some(hasReason);
  // If one kind of wallet is asked for, a wallet of another kind would be shared for nothing.
  const first = wallets.find((wallet) => wanted === null || answersIt(wallet));
  return wallets.map((wallet) => ({
    ...wallet,
    isTicked: picked
      ? picked.includes(wallet.id)
      : hasReason(wallet) || (!hasAnyReason && wallet.id === first?.id),
    answers: answersIt(wallet),
  }));
}
