'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import { Address } from '@/components/ui/address';
import { afterDialog } from '@/components/ui/after-dialog';
import { Button } from '@/components/ui/button';
import { AddressIcon } from '@/components/wallet/connect/wallet-icon';
import { WalletRowLayout } from '@/components/wallet/connect/wallet-row-layout';
import { ConnectWallet } from '@/components/wallet/connect-wallet';
import type { ConnectedWallet } from '@/components/wallet/list/connected-wallet-row';
import type { ProvingActions } from '@/components/wallet/list/wallet-actions';
import type { RequestedWallet } from '@/lib/oidc/interaction';
import { shortenAddress } from '@/lib/shorten';
import type { OfferedWallets } from '@/lib/wallets/read-offered-wallets';
import { boxId } from './box-id';

type ProveHereProps = {
  /** The wallet that the app requests by `wallet=`, if the account has no match. */
  missing: RequestedWallet | null;
  proven: { address: string; provenAt: string }[];
  good: string[];
  /** Whether to select a wallet once it is proven here. A request selects wallets proven since its start; an app with access has none. */
  ticksProven: boolean;
  destination: string;
  /** Such as `solana:mainnet`. */
  chain: string;
  offered: OfferedWallets;
  actions: ProvingActions;
};

export function ProveHere(props: ProveHereProps) {
  const { missing, proven, good, ticksProven, destination, chain, offered, actions } = props;
  const [connected, setConnected] = useState<ConnectedWallet | null>(null);
  const wantedAddress = typeof missing?.want === 'object' ? missing.want.address : undefined;
  const isGood = connected !== null && good.includes(connected.address);
  const isOther = connected !== null && wantedAddress !== undefined && connected.address !== wantedAddress;

  // Connected in the dialog and not proven there: this is the next press.
  const proveButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!connected) return;
    return afterDialog(() => {
      if (connected.claimFocus() && isFocusFree())
        (isGood ? document.getElementById(boxId(connected.address)) : proveButton.current)?.focus();
    });
  }, [connected, isGood]);

  const noteProof = useFocusOnBox(connected?.address ?? null, good, ticksProven);

  return (
    <div className="grid gap-3">
      {missing ? (
        <>
          <p>{describeWanted(missing.want, destination)}</p>
          {wantedAddress ? <Address address={wantedAddress} chain={chain} /> : null}
          {missing.maxAgeSeconds !== null && proven.length > 0 ? (
            <p className="text-muted">The app asks for a new proof.</p>
          ) : null}
        </>
      ) : null}
      {connected && !isGood ? (
        <section
          aria-label="Connected wallet"
          // The dialog has its own `Prove it`.
          className="border-y border-hairline [:root[data-dialog]_&]:invisible"
        >
          <WalletRowLayout
            icon={<AddressIcon icon={connected.icon} address={connected.address} />}
            name={<span className="font-semibold [overflow-wrap:anywhere]">{connected.walletName}</span>}
            address={<Address address={connected.address} chain={chain} />}
            facts={
              <span>
                {isOther
                  ? `Connected. The app asks for ${shortenAddress(wantedAddress)}: choose that account in your wallet, or connect the wallet that has it.`
                  : proven.some(({ address }) => address === connected.address)
                    ? 'Connected. You proved it before: sign again.'
                    : 'Connected, not proven'}
              </span>
            }
            disconnect={connected.disconnect}
            actions={
              isOther ? null : (
                <Button ref={proveButton} variant="primary" className="act" onClick={connected.prove}>
                  Prove it
                </Button>
              )
            }
          />
        </section>
      ) : null}
      <ConnectWallet
        offered={offered}
        actions={actions}
        isConnected={connected !== null || good.length > 0}
        onConnectionChange={setConnected}
        onProven={noteProof}
        goesOn={(address) =>
          !good.includes(address) && (wantedAddress === undefined || address === wantedAddress)
        }
        anotherLabel="Prove another wallet"
        withoutScripts={
          missing
            ? 'Proving a wallet needs JavaScript. Turn it on, or cancel.'
            : 'Proving another wallet needs JavaScript.'
        }
      />
    </div>
  );
}

/**
 * Moves the focus to the box of a wallet that was just proven, whose button is gone, unless the user has moved it since.
 * @param good addresses that have a box.
 * @param ticks whether to tick it too.
 * @returns call it after a proof.
 */
function useFocusOnBox(connected: string | null, good: string[], ticks: boolean): () => void {
  const [proven, setProven] = useState<string | null>(null);
  const latest = useRef(connected);
  useEffect(() => {
    latest.current = connected;
  }, [connected]);
  const isListed = proven !== null && good.includes(proven);
  useEffect(() => {
    if (!isListed || proven === null) return;
    return afterDialog(() => {
      setProven(null);
      const box = document.getElementById(boxId(proven));
      if (ticks && box instanceof HTMLInputElement && !box.checked) box.click();
      if (isFocusFree()) box?.focus();
    });
  }, [isListed, proven, ticks]);
  return useCallback(() => setProven(latest.current), []);
}

/** Whether the focus is where the closed dialog left it, and not where the user has moved it since. */
function isFocusFree(): boolean {
  const focused = document.activeElement;
  return !focused || focused === document.body || focused.getAttribute('aria-haspopup') === 'dialog';
}

function describeWanted(wanted: RequestedWallet['want'], destination: string): string {
  const asker = destination.replace(/^an /, 'An ');
  if (wanted === 'new') return `${asker} asks for a newly proven wallet. Connect it, prove it, and share it.`;
  if (wanted === 'any') return `${asker} asks for a proven wallet. Connect yours, prove it, and share it.`;
  return `${asker} asks for this wallet. Connect it, prove it, and share it.`;
}
