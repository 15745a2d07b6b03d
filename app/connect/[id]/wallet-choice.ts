import type { DescribedRequest, ShareableWallet } from '@/lib/apps/grants';
import type { Interaction, RequestedWallet } from '@/lib/oidc/interaction';
import { isWalletShared } from '@/lib/oidc/requested-wallet';
import { fail, type Result } from '@/lib/result';

export type TickableWallet = ShareableWallet & {
  isTicked: boolean;
  /** Whether the wallet matches the app's `wallet=`; false if the app asks for none. */
  answers: boolean;
};

type Asked = {
  wanted: RequestedWallet | null;
  /** When the app asked, and the current time, in epoch seconds. */
  startedAt: number;
  now: number;
  /** The ticks of a refused answer, by ID, with `pageUnticked` if its user unticked the page; else null. */
  picked: readonly string[] | null;
  /** Whether the team reviewed the app or runs it. */
  isTrusted: boolean;
};

export const mostShared = 20;
export const pageUnticked = 'no-page';

/**
 * Ticks a wallet only for a reason: the app sees it already, it was proven for this request, the app names it, or the app sees none and
 * it is the first. For an unreviewed app only the first reason counts.
 * @param wallets in the order of the page, the primary first.
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
  // If the app asks for one kind of wallet, sharing another kind wouldn't help.
  const first = wallets.find((wallet) => wanted === null || answersIt(wallet));
  return wallets.map((wallet) => ({
    ...wallet,
    isTicked: picked
      ? picked.includes(wallet.id)
      : hasReason(wallet) || (!hasAnyReason && wallet.id === first?.id),
    answers: answersIt(wallet),
  }));
}

/**
 * Checks the chosen wallets against the request and the offered wallets.
 * @param chosen IDs from the form.
 * @param now epoch seconds.
 * @returns all wallets that the app may see, or null if it asks for none.
 */
export function checkChoice(
  chosen: string[],
  { wallets, grant }: Pick<DescribedRequest, 'wallets' | 'grant'>,
  { scopes, wallet: wanted, startedAt }: Pick<Interaction, 'scopes' | 'wallet' | 'startedAt'>,
  now: number,
): Result<{ walletIds: string[] | null }> {
  const offered = tickWallets(wallets, { wanted, startedAt, now, picked: chosen, isTrusted: false });
  const isOffered = (id: string) => offered.some((wallet) => wallet.id === id);
  if (!chosen.every(isOffered)) return fail('app.wallet_not_offered');
  if (chosen.length > mostShared) return fail('app.too_many_wallets');
  if (wanted && !offered.some(({ isTicked, answers }) => isTicked && answers))
    return fail('app.wallet_required');
  const asksWallets = scopes.some((scope) => scope === 'wallets' || scope === 'proofs');
  if (!asksWallets) return chosen.length > 0 ? fail('app.wallet_not_offered') : { ok: true, walletIds: null };
  // Shared wallets of another chain, or beyond the list, weren't on the page and stay shared.
  const unseen = grant?.walletIds.filter((id) => !isOffered(id)) ?? [];
  return { ok: true, walletIds: [...chosen, ...unseen] };
}
