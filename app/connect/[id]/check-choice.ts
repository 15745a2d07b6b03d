import type { DescribedRequest } from '@/lib/apps/describe-request';
import type { Interaction } from '@/lib/oidc/interaction';
import { fail, type Result } from '@/lib/result';
import { mostShared, tickWallets } from './tick-wallets';

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
