'use client';

import { useEffect, useRef, useState } from 'react';
import { Address } from '@/components/address';
import { Button } from '@/components/ui/button';
import type { ConnectedWallet } from '@/components/wallet/connect/connected-wallet';
import { AddressIcon } from '@/components/wallet/connect/wallet-icon';
import { WalletRowLayout } from '@/components/wallet/connect/wallet-row-layout';
import { ConnectWallet } from '@/components/wallet/connect-wallet';
import type { ProvingActions } from '@/components/wallet/list/wallet-actions';
import { shortenAddress } from '@/lib/shorten-address';
import type { OfferedWallets } from '@/lib/wallets/read-offered-wallets';

type ProveHereProps = {
  /** What the app asks for by `wallet=`, or null. */
  wanted: 'any' | 'new' | { address: string } | null;
  /** Nothing on the account is what it asks for. */
  mustProve: boolean;
  maxAgeSeconds: number | null;
  /** The wallets of the account. */
  proven: { address: string; provenAt: string }[];
  /** Addresses of those that need no proof here. */
  good: string[];
  host: string;
  /** Like `solana:mainnet`. */
  chain: string;
  offered: OfferedWallets;
  actions: ProvingActions;
};

/** Connects and proves a wallet on the page of an app's request, so that it stands in the list. */
export function ProveHere(props: ProveHereProps) {
  const { wanted, mustProve, maxAgeSeconds, proven, good, host, chain, offered, actions } = props;
  const [connected, setConnected] = useState<ConnectedWallet | null>(null);
  const wantedAddress = typeof wanted === 'object' ? wanted?.address : undefined;
  const isGood = connected !== null && good.includes(connected.address);
  const isOther = connected !== null && wantedAddress !== undefined && connected.address !== wantedAddress;

  // Somebody has just connected it: the next press is there.
  const proveButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!connected?.claimFocus()) return;
    const focused = document.activeElement;
    if (focused === document.body || focused?.getAttribute('aria-haspopup') === 'dialog')
      proveButton.current?.focus();
  }, [connected]);

  return (
    <div className="grid gap-3">
      {mustProve ? (
        <>
          <p>{describeWanted(wanted, host)}</p>
          {wantedAddress ? <Address address={wantedAddress} chain={chain} /> : null}
          {maxAgeSeconds !== null && proven.length > 0 ? (
            <p className="text-muted">An older proof isn't enough for it: it asks for a fresh one.</p>
          ) : null}
        </>
      ) : null}
      {connected && !isGood ? (
        <section aria-label="Connected wallet" className="border-y border-hairline">
          <WalletRowLayout
            icon={<AddressIcon icon={connected.icon} address={connected.address} />}
            actions={
              <>
                <Button variant="quiet" onClick={connected.disconnect}>
                  Disconnect
                </Button>
                {isOther ? null : (
                  <Button ref={proveButton} variant="primary" onClick={connected.prove}>
                    Prove it
                  </Button>
                )}
              </>
            }
            status={
              <p className="text-small text-muted">
                {isOther
                  ? `Connected. The app asks for ${shortenAddress(wantedAddress)}: choose that account in your wallet, or connect the wallet that has it.`
                  : proven.some(({ address }) => address === connected.address)
                    ? 'Connected. Proven before: prove it once more.'
                    : 'Connected, not proven'}
              </p>
            }
          >
            <p className="font-semibold [overflow-wrap:anywhere]">{connected.walletName}</p>
            <Address address={connected.address} chain={chain} />
          </WalletRowLayout>
        </section>
      ) : null}
      <ConnectWallet
        offered={offered}
        actions={actions}
        isConnected={connected !== null || good.length > 0}
        onConnectionChange={setConnected}
        onProven={ignore}
      />
    </div>
  );
}

const ignore = () => undefined;

function describeWanted(wanted: ProveHereProps['wanted'], host: string): string {
  if (wanted === 'new')
    return `${host} asks for a wallet that you prove now. Connect it, prove it, and share it.`;
  if (wanted === 'any') return `${host} asks for a proven wallet. Connect yours, prove it, and share it.`;
  return `${host} asks for this wallet. Connect it, prove it, and share it.`;
}
