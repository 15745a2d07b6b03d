import { useEffect, useState } from 'react';
import type { Wallet } from '@/lib/wallets/list-wallets';
import type { WalletActions } from './wallet-actions';

type Found = { key: string; wallet: Wallet | null };

/**
 * The connected wallet as a proven one. Looks in the list that is shown first, and asks the server only where the list
 * goes on. `unknown` until the answer is there; a server that can't be asked leaves it `not-proven`, which harms
 * nothing: proving again what is proven is allowed.
 * @param wallets the page that is shown. @param total of all pages.
 */
export function useProvenWallet(
  address: string | null,
  wallets: Wallet[],
  total: number,
  findWallet: WalletActions['findWallet'],
): Wallet | 'unknown' | 'not-proven' {
  const [found, setFound] = useState<Found>();
  const listed = wallets.find((wallet) => wallet.address === address);
  const mustAsk = address !== null && !listed && total > wallets.length;
  // The list changes with every proof and removal, and what was found with it.
  const key = mustAsk ? `${address} ${total} ${wallets.map(({ proofId }) => proofId).join()}` : null;

  useEffect(() => {
    if (!address || !key) return;
    let isWanted = true;
    const keep = (wallet: Wallet | null) => isWanted && setFound({ key, wallet });
    findWallet({ address }).then(
      (answer) => keep(answer.ok ? answer.wallet : null),
      () => keep(null),
    );
    return () => {
      isWanted = false;
    };
  }, [address, key, findWallet]);

  if (listed) return listed;
  if (!key) return 'not-proven';
  return found?.key === key ? (found.wallet ?? 'not-proven') : 'unknown';
}
