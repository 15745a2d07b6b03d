'use client';

import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { Wallet } from '@/lib/wallets/list-wallets';
import type { OfferedWallets } from '@/lib/wallets/read-offered-wallets';
import { type ConnectedWallet, ConnectedWalletRow } from './connect/connected-wallet';
import { ConnectWallet } from './connect-wallet';
import type { WalletActions } from './list/wallet-actions';
import { WalletRow } from './list/wallet-row';

type WalletsOverviewProps = {
  /** One page of the proven wallets. */
  wallets: Wallet[];
  /** How many there are, on all pages and whatever is searched for. */
  total: number;
  /** What stands between their number and the list. */
  above: ReactNode;
  /** What stands there as well until a wallet is connected. Its row then has the place, with the next press in it. */
  sample: ReactNode;
  /** The ways to its other pages. */
  pageLinks: ReactNode;
  /** The chain of this site, like `solana:mainnet`. */
  chain: string;
  /** Where this site is, without a slash at the end: what a shared link begins with. */
  siteUrl: string;
  /** When this was read, ISO 8601. */
  now: string;
  offered: OfferedWallets;
  actions: WalletActions;
};

/** The viewer's wallets: how many are proven, the connected one, and the list. */
export function WalletsOverview(props: WalletsOverviewProps) {
  const { wallets, total, above, sample, pageLinks, chain, siteUrl, now, offered, actions } = props;
  const [connected, setConnected] = useState<ConnectedWallet | null>(null);
  const [freshProofId, setFreshProofId] = useState<string>();
  const count = useRef<HTMLParagraphElement>(null);
  const lookup = useProvenWallet(connected?.address ?? null, wallets, total, actions.findWallet);
  const isUnproven = connected !== null && lookup === 'not-proven';

  // Someone has just connected it: the next press is there. Where the focus has gone elsewhere since, it stays.
  const proveButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!connected || lookup === 'unknown' || !connected.claimFocus()) return;
    const focused = document.activeElement;
    if (focused === document.body || focused?.getAttribute('aria-haspopup') === 'dialog')
      proveButton.current?.focus();
  }, [connected, lookup]);

  // The row that had the focus goes with its wallet.
  const wasRemoved = useRef(false);
  const noteRemoval = useCallback(() => {
    wasRemoved.current = true;
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list without the removed wallet is what is waited for.
  useEffect(() => {
    if (wasRemoved.current && document.activeElement === document.body) count.current?.focus();
    wasRemoved.current = false;
  }, [wallets]);

  const drawRow = (wallet: Wallet) => (
    <WalletRow
      wallet={wallet}
      chain={chain}
      siteUrl={siteUrl}
      now={now}
      connected={connected?.address === wallet.address ? connected : null}
      isFresh={wallet.proofId === freshProofId}
      actions={actions}
      onRemoved={noteRemoval}
    />
  );

  return (
    <>
      <p ref={count} tabIndex={-1} className="mt-1 mb-6 text-muted outline-none">
        {describeWalletCount(total, total + (isUnproven ? 1 : 0))}
      </p>
      {above}
      {connected ? null : sample}
      <div className="mb-6 divide-y divide-hairline border-hairline not-empty:border-y">
        {connected && (isUnproven || lookup === 'unknown') ? (
          <ConnectedWalletRow
            connected={connected}
            isKnown={isUnproven}
            chain={chain}
            proveButton={proveButton}
          />
        ) : null}
        {typeof lookup === 'object' && !wallets.some(({ id }) => id === lookup.id) ? drawRow(lookup) : null}
        {wallets.length > 0 ? (
          <ul aria-label="Proven wallets" className="divide-y divide-hairline">
            {wallets.map((wallet) => (
              <li key={wallet.id}>{drawRow(wallet)}</li>
            ))}
          </ul>
        ) : null}
      </div>
      {pageLinks}
      <ConnectWallet
        offered={offered}
        actions={actions}
        isConnected={connected !== null}
        onConnectionChange={setConnected}
        onProven={setFreshProofId}
      />
    </>
  );
}

const words = 'No One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve'.split(' ');

/** The sentence under the heading. `total` counts the proven ones and a connected one that isn't. */
export function describeWalletCount(proven: number, total: number): string {
  if (proven === 0) return 'No wallet is proven yet.';
  const isAll = proven === total;
  const wallets = `${isAll ? '' : `of ${write(total).toLowerCase()} `}wallet${total === 1 ? '' : 's'}`;
  return `${write(proven)} ${wallets} ${proven === 1 ? 'is' : 'are'} proven to be yours.`;
}

function write(count: number): string {
  return words[count] ?? String(count);
}

type Found = { key: string; wallet: Wallet | null };

/**
 * The connected wallet as a proven one. Looks in the list that is shown first, and asks the server only where the list
 * goes on. `unknown` until the answer is there; a server that can't be asked leaves it `not-proven`, which harms
 * nothing: proving again what is proven is allowed.
 * @param wallets the page that is shown. @param total of all pages.
 */
function useProvenWallet(
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
