'use client';

import { useEffect, useRef, useState } from 'react';
import { BalanceSlot } from '@/components/balance/balance-slot';
import { Proven } from '@/components/proofs/proven';
import { Address } from '@/components/ui/address';
import { afterDialog } from '@/components/ui/after-dialog';
import { LocalTime } from '@/components/ui/local-time';
import { useLazyPart } from '@/components/ui/use-lazy-part';
import { AddressIcon } from '@/components/wallet/connect/wallet-icon';
import { WalletRowLayout } from '@/components/wallet/connect/wallet-row-layout';
import type { Wallet } from '@/lib/wallets/list-wallets';
import type { ConnectedWallet } from './connected-wallet-row';
import { NotSharedYet, nameInControls, ShareProof, SharingUnloaded, ViewProof } from './share-proof';
import { useRowMenu } from './use-row-menu';
import type { ManagingActions } from './wallet-actions';

const dayInMilliseconds = 24 * 60 * 60 * 1000;
const freshForDays = 90;
/** Mean lengths in the Gregorian calendar. */
const monthInDays = 30.44;
const yearInDays = 365.25;

type WalletRowProps = {
  wallet: Wallet;
  chain: string;
  site: { url: string; name: string };
  /** When the page was rendered, ISO 8601, by the server's clock, because the user's may be wrong. */
  now: string;
  connected: ConnectedWallet | null;
  isFresh: boolean;
  /** Whether the proof was just made to share it. */
  isToShare: boolean;
  /** Connects the wallet, then proves it to share. */
  connectToShare: () => void;
  actions: ManagingActions;
  onRemoved: () => void;
};

export function WalletRow(props: WalletRowProps) {
  const { wallet, chain, site, now, connected, isFresh, isToShare, connectToShare, actions, onRemoved } =
    props;
  const row = useRef<HTMLDivElement>(null);
  const share = useLazyPart(async () => (await import('./share-sheet')).ShareSheet);
  const [isSharing, setIsSharing] = useState(false);
  const [isCopyRefused, setIsCopyRefused] = useState(false);
  const openSharing = () => {
    share.load();
    setIsSharing(true);
  };
  const retrySharing = () => {
    focusAction(row.current);
    share.load();
  };
  const menu = useRowMenu({
    address: wallet.address,
    name: nameInControls(wallet),
    chain,
    managed: { wallet, prove: connected?.prove ?? null, share: openSharing, actions, onRemoved },
  });
  const provenAgo = writeAge(wallet.provenAt, now);
  const proveToShare = connected?.proveToShare ?? connectToShare;
  const walletName = connected?.walletName ?? wallet.walletName;

  // For users who return to this row after confirming access.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page opens.
  useEffect(() => {
    // For the link from the proof's page. Never opens the sheet of a private proof.
    if (location.hash === `#share-${wallet.address}` && wallet.isPublic) openSharing();
    if (location.hash !== `#wallet-${wallet.id}`) return;
    menu.load();
    row.current?.scrollIntoView();
    menu.opener.current?.focus();
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each proof.
  useEffect(() => {
    if (isToShare) openSharing();
  }, [isToShare]);

  // The dialog, once it closes, tries to return the focus to a button that is gone.
  useEffect(() => {
    if (!isFresh) return;
    return afterDialog(() => {
      if (document.activeElement === document.body) focusAction(row.current);
    });
  }, [isFresh]);

  return (
    <div ref={row} id={`wallet-${wallet.id}`}>
      <WalletRowLayout
        icon={<AddressIcon icon={connected?.icon ?? wallet.icon} address={wallet.address} />}
        name={
          <>
            {wallet.label ? (
              <bdi className="font-semibold [overflow-wrap:anywhere]">{wallet.label}</bdi>
            ) : (
              <span className="font-semibold [overflow-wrap:anywhere]">{walletName ?? 'Wallet'}</span>
            )}
            {wallet.isPrimary ? <span className="tag">Primary</span> : null}
            {wallet.isPublic ? <span className="tag">Public</span> : null}
            {connected ? <span className="tag">Connected</span> : null}
          </>
        }
        address={<Address address={wallet.address} chain={chain} isProven isFresh={isFresh} />}
        facts={
          <>
            <Proven>
              Proven <LocalTime at={wallet.provenAt} isDay />
              {provenAgo ? `, ${provenAgo}` : ''}
            </Proven>
            {wallet.label && walletName ? <span>{walletName}</span> : null}
            {wallet.isPublic ? <ViewProof wallet={wallet} /> : null}
            <BalanceSlot address={wallet.address} />
          </>
        }
        disconnect={connected?.disconnect}
        note={<NotSharedYet wallet={wallet} isConnected={connected !== null} />}
        actions={
          <>
            <ShareProof
              wallet={wallet}
              link={`${site.url}/proofs/${wallet.proofId}`}
              isOpen={isSharing}
              isBusy={isSharing && share.loading === 'slow'}
              open={openSharing}
              openToCopy={() => {
                setIsCopyRefused(true);
                openSharing();
              }}
              prove={proveToShare}
            />
            {menu.button}
          </>
        }
      />
      {menu.below}
      {share.Part ? (
        <share.Part
          key={wallet.proofId}
          wallet={wallet}
          site={site}
          publish={actions.publish}
          list={actions.list}
          nameAccount={actions.nameAccount}
          isConnected={connected !== null}
          prove={proveToShare}
          isOpen={isSharing}
          isCopyRefused={isCopyRefused}
          close={() => {
            setIsSharing(false);
            setIsCopyRefused(false);
          }}
        />
      ) : null}
      {isSharing && share.loading === 'failed' ? <SharingUnloaded retry={retrySharing} /> : null}
    </div>
  );
}

function focusAction(row: HTMLElement | null): void {
  row?.querySelector<HTMLElement>('.act')?.focus();
}

/** The age, like `5 months ago`; null up to 90 days. */
export function writeAge(iso: string, now: string): string | null {
  const days = (Date.parse(now) - Date.parse(iso)) / dayInMilliseconds;
  if (!(days > freshForDays)) return null;
  const [count, unit] =
    days < yearInDays
      ? [Math.min(11, Math.round(days / monthInDays)), 'month']
      : [Math.floor(days / yearInDays), 'year'];
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}
