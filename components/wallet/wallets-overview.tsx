'use client';

import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { Wallet } from '@/lib/wallets/list-wallets';
import type { OfferedWallets } from '@/lib/wallets/read-offered-wallets';
import { ConnectWallet } from './connect-wallet';
import type { ConnectedWallet } from './list/connected-wallet-row';
import type { WalletActions } from './list/wallet-actions';
import { WalletRow } from './list/wallet-row';

type WalletsOverviewProps = {
  wallets: Wallet[];
  total: number;
  above: ReactNode;
  /** Beside the button until a wallet is proven or connected. Null if one is proven. */
  sample: ReactNode;
  pageLinks: ReactNode;
  chain: string;
  site: { url: string; name: string };
  /** When the data was read, ISO 8601. */
  now: string;
  offered: OfferedWallets;
  actions: WalletActions;
};

export function WalletsOverview(props: WalletsOverviewProps) {
  const { wallets, total, above, sample, pageLinks, chain, site, now, offered, actions } = props;
  const [connected, setConnected] = useState<ConnectedWallet | null>(null);
  const [fresh, setFresh] = useState<{ proofId: string; isToShare: boolean }>();
  /** The wallet to connect, then to prove with another name. */
  const [toShare, setToShare] = useState<{ address: string }>();
  const count = useRef<HTMLParagraphElement>(null);
  const lookup = useProvenWallet(connected?.address ?? null, wallets, total, actions.findWallet);
  const isUnproven = connected !== null && lookup === 'not-proven';

  // Moves the focus to the next step, unless the user has moved it.
  const proveButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!connected || lookup === 'unknown' || !connected.claimFocus()) return;
    const focused = document.activeElement;
    if (focused === document.body || focused?.getAttribute('aria-haspopup') === 'dialog')
      proveButton.current?.focus();
  }, [connected, lookup]);

  // The focus was in the removed row.
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
      site={site}
      now={now}
      connected={connected?.address === wallet.address ? connected : null}
      isFresh={wallet.proofId === fresh?.proofId}
      isToShare={wallet.proofId === fresh?.proofId && fresh.isToShare}
      connectToShare={() => setToShare({ address: wallet.address })}
      actions={actions}
      onRemoved={noteRemoval}
    />
  );

  const isEmpty = connected === null && sample !== null;
  return (
    // The button must stay one element, because its island holds the wallet's connection.
    <div className={isEmpty ? 'wallets-empty' : 'wallets-overview'}>
      <div className={isEmpty ? 'col-span-full row-start-1 mb-6' : undefined}>
        <h1>Wallets</h1>
        <p ref={count} tabIndex={-1} className="mt-1 text-muted outline-none">
          {describeWalletCount(total, total + (isUnproven ? 1 : 0))}
        </p>
      </div>
      {isEmpty ? (
        <>
          <div className="col-span-full row-[2/5] rounded-card border border-hairline bg-sunken wide:row-[2/4]" />
          <p className="col-start-1 row-start-2 self-end px-6 pt-8 pb-5 wide:px-10 wide:pt-10">
            Connect a wallet and sign one statement. Then you can prove it's yours to anyone you choose.
          </p>
        </>
      ) : null}
      <ConnectWallet
        {...(isEmpty && { className: 'col-start-1 row-start-3 px-6 wide:px-10 wide:pb-10' })}
        offered={offered}
        actions={actions}
        isConnected={connected !== null}
        onConnectionChange={setConnected}
        onProven={setFresh}
        toShare={toShare}
        onPress={() => setToShare(undefined)}
        keepsProof={!isUnproven}
      />
      {isEmpty ? (
        <div className="col-start-1 row-start-4 px-6 py-8 wide:col-start-2 wide:row-[2/4] wide:py-10 wide:pr-10 wide:pl-0">
          {sample}
        </div>
      ) : null}
      <div className="col-span-full min-w-0">
        {above}
        <div className="divide-y divide-hairline border-hairline not-empty:border-y">
          {connected && (isUnproven || lookup === 'unknown') ? (
            <connected.Row
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
      </div>
    </div>
  );
}

const words = 'No One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve'.split(' ');

/** The count in words. `total` includes a connected wallet that isn't proven. */
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

/** Looks for the connected wallet on this page, and asks the server if there are more. `not-proven` in an outage, which is harmless. */
function useProvenWallet(
  address: string | null,
  wallets: Wallet[],
  total: number,
  findWallet: WalletActions['findWallet'],
): Wallet | 'unknown' | 'not-proven' {
  const [found, setFound] = useState<Found>();
  const listed = wallets.find((wallet) => wallet.address === address);
  const mustAsk = address !== null && !listed && total > wallets.length;
  // Every proof and removal changes the list, which invalidates the result.
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
