import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import { Address } from '@/components/address';
import { Button } from '@/components/ui/button';
import { AddressIcon } from './wallet-icon';
import { WalletRowLayout } from './wallet-row-layout';

/** The wallet that this browser is connected to, as the page knows it. */
export type ConnectedWallet = {
  address: string;
  /** Fit to be shown. */
  walletName: string;
  icon: string | null;
  /** Begins to prove it, again if it is proven already. */
  prove: () => void;
  disconnect: () => void;
  /** True once, after somebody has connected it by a press: then the focus may go to the next one. */
  claimFocus: () => boolean;
};

/**
 * The button that proves the connected wallet takes the focus of somebody who has just connected it. Where the focus has gone
 * elsewhere since, it stays.
 * @param isKnown false while the page is still asking whether it is proven.
 */
export function useProveButton(connected: ConnectedWallet | null, isKnown = true) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!connected || !isKnown || !connected.claimFocus()) return;
    const focused = document.activeElement;
    if (focused === document.body || focused?.getAttribute('aria-haspopup') === 'dialog')
      button.current?.focus();
  }, [connected, isKnown]);
  return button;
}

type ConnectedWalletRowProps = {
  connected: ConnectedWallet;
  /** Like `solana:mainnet`. */
  chain: string;
  /** Whether the button to prove it is there, only keeps its place, or is not. */
  proving: 'offered' | 'kept' | 'none';
  proveButton: Ref<HTMLButtonElement>;
  /** Stands below its address: what it is, in words first. */
  status: string;
  children?: ReactNode;
  className?: string;
};

/** The row of a connected wallet that is not proven. */
export function ConnectedWalletRow(props: ConnectedWalletRowProps) {
  const { connected, chain, proving, proveButton, status, children, className } = props;
  return (
    <section aria-label="Connected wallet" className={className}>
      <WalletRowLayout
        icon={<AddressIcon icon={connected.icon} address={connected.address} />}
        actions={
          <>
            <Button variant="quiet" onClick={connected.disconnect}>
              Disconnect
            </Button>
            {/* Last, where a proven wallet has `Manage`, and with its place kept: one press too many does no harm. */}
            {proving === 'none' ? null : (
              <Button
                ref={proveButton}
                variant="primary"
                className={proving === 'kept' ? 'invisible' : undefined}
                onClick={connected.prove}
              >
                Prove it
              </Button>
            )}
          </>
        }
        status={
          <>
            <p className="text-small text-muted">{status}</p>
            {children}
          </>
        }
      >
        <p className="font-semibold [overflow-wrap:anywhere]">{connected.walletName}</p>
        <Address address={connected.address} chain={chain} />
      </WalletRowLayout>
    </section>
  );
}
