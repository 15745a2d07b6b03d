'use client';

import { type ComponentType, useEffect, useId, useRef, useState } from 'react';
import { Address } from '@/components/address';
import { BalanceSlot } from '@/components/balance/balance-slot';
import { LocalTime } from '@/components/local-time';
import { Button } from '@/components/ui/button';
import type { Wallet } from '@/lib/wallets/list-wallets';
import type { ConnectedWallet } from '../connect/connected-wallet';
import { AddressIcon } from '../connect/wallet-icon';
import { WalletRowLayout } from '../connect/wallet-row-layout';
import { ListFailed } from './list-failed';
import { nameInControls } from './name-in-controls';
import { NotSharedYet, ShareProof, ViewProof } from './share-proof';
import type { ManagingActions } from './wallet-actions';

const dayInMilliseconds = 24 * 60 * 60 * 1000;
/** A proof younger than this needs no word about its age. */
const freshForDays = 90;
/** Mean lengths of the calendar's. */
const monthInDays = 30.44;
const yearInDays = 365.25;

type WalletRowProps = {
  wallet: Wallet;
  /** Like `solana:mainnet`. */
  chain: string;
  /** Where this site is, without a slash at the end. */
  siteUrl: string;
  /** When the page was made, ISO 8601, by the server's clock: the person's may be wrong. */
  now: string;
  /** Set when it is this wallet that the browser is connected to. */
  connected: ConnectedWallet | null;
  /** True when it was proven a moment ago, on this page. */
  isFresh: boolean;
  actions: ManagingActions;
  onRemoved: () => void;
};

/** The row of a proven wallet. What manages it is loaded when it is wanted. */
export function WalletRow(props: WalletRowProps) {
  const { wallet, chain, siteUrl, now, connected, isFresh, actions, onRemoved } = props;
  const [isOpen, setIsOpen] = useState(false);
  const panelId = useId();
  const row = useRef<HTMLDivElement>(null);
  const manage = usePart(async () => (await import('./manage-wallet')).ManageWallet);
  const share = usePart(async () => (await import('./share-sheet')).ShareSheet);
  const [isSharing, setIsSharing] = useState(false);
  const openSharing = () => {
    share.load();
    setIsSharing(true);
  };
  const walletName = connected?.walletName ?? wallet.walletName;

  // Someone was here, had to confirm that it is them, and comes back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page opens.
  useEffect(() => {
    if (location.hash !== `#wallet-${wallet.id}`) return;
    manage.load();
    setIsOpen(true);
    row.current?.scrollIntoView();
  }, []);

  // The dialog gives the focus back to a button that is gone now.
  useEffect(() => {
    if (isFresh && document.activeElement === document.body) row.current?.querySelector('button')?.focus();
  }, [isFresh]);

  return (
    <div ref={row} id={`wallet-${wallet.id}`}>
      <WalletRowLayout
        icon={<AddressIcon icon={connected?.icon ?? wallet.icon} address={wallet.address} />}
        actions={
          <>
            {connected ? (
              <Button variant="quiet" onClick={connected.disconnect}>
                Disconnect
              </Button>
            ) : null}
            <ShareProof
              wallet={wallet}
              isOpen={isSharing}
              load={share.load}
              open={openSharing}
              prove={connected?.proveToShare ?? null}
            />
            <Button
              variant="quiet"
              className="[@media(scripting:none)]:hidden"
              aria-expanded={isOpen}
              aria-controls={panelId}
              onPointerEnter={manage.load}
              onFocus={manage.load}
              onClick={() => {
                manage.load();
                setIsOpen(!isOpen);
              }}
            >
              Manage<span className="sr-only"> {nameInControls(wallet)}</span>
            </Button>
          </>
        }
        status={
          <>
            <p className="text-small text-muted">
              {describeStatus({ wallet, now, isConnected: connected !== null })}
              {wallet.label && walletName ? ` · ${walletName}` : null}
              {wallet.isPublic ? <ViewProof wallet={wallet} /> : null}
            </p>
            <NotSharedYet wallet={wallet} isConnected={connected !== null} />
            <BalanceSlot address={wallet.address} />
          </>
        }
      >
        {wallet.label ? (
          <bdi className="block font-semibold [overflow-wrap:anywhere]">{wallet.label}</bdi>
        ) : walletName ? (
          <p className="font-semibold [overflow-wrap:anywhere]">{walletName}</p>
        ) : null}
        <Address address={wallet.address} chain={chain} isProven isFresh={isFresh} />
      </WalletRowLayout>
      <div id={panelId} hidden={!isOpen}>
        {isOpen && manage.Part ? (
          <manage.Part
            wallet={wallet}
            prove={connected?.prove ?? null}
            actions={actions}
            onRemoved={onRemoved}
          />
        ) : null}
        {isOpen && manage.isLost ? <ListFailed /> : null}
      </div>
      {share.Part ? (
        <share.Part
          wallet={wallet}
          siteUrl={siteUrl}
          publish={actions.publish}
          nameAccount={actions.nameAccount}
          prove={connected?.proveOr ?? null}
          isOpen={isSharing}
          open={openSharing}
          close={() => setIsSharing(false)}
        />
      ) : null}
      {isSharing && share.isLost ? <ListFailed /> : null}
    </div>
  );
}

function describeStatus({ wallet, now, isConnected }: { wallet: Wallet; now: string; isConnected: boolean }) {
  const age = writeAge(wallet.provenAt, now);
  const words = [
    wallet.isPrimary && 'Primary',
    isConnected && 'Connected',
    wallet.isPublic && 'Public',
  ].filter(Boolean);
  return (
    <>
      <span className="text-proven">
        <span aria-hidden="true">✓ </span>Proven <LocalTime at={wallet.provenAt} isDay />
      </span>
      {age ? `, ${age}` : null}
      {words.map((word) => ` · ${word}`)}
    </>
  );
}

/** A part of the row that is fetched when it is wanted. */
function usePart<Props>(fetchPart: () => Promise<ComponentType<Props>>) {
  const [Part, setPart] = useState<ComponentType<Props>>();
  const [isLost, setIsLost] = useState(false);
  const load = async () => {
    if (Part) return;
    try {
      const fetched = await fetchPart();
      setPart(() => fetched);
      setIsLost(false);
    } catch {
      // Offline, or a newer version was deployed. The catalogue says so in the part's place.
      setIsLost(true);
    }
  };
  return { Part, isLost, load };
}

/** How long ago, like `5 months ago`; null for up to 90 days. */
export function writeAge(iso: string, now: string): string | null {
  const days = (Date.parse(now) - Date.parse(iso)) / dayInMilliseconds;
  if (!(days > freshForDays)) return null;
  const [count, unit] =
    days < yearInDays
      ? [Math.min(11, Math.round(days / monthInDays)), 'month']
      : [Math.floor(days / yearInDays), 'year'];
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}
