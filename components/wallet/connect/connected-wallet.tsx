import type { Ref } from 'react';
import { Address } from '@/components/address';
import { BalanceSlot } from '@/components/balance/balance-slot';
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
  /** Does so, and calls this if it ends without a proof. */
  proveOr: (onGivenUp: () => void) => void;
  /** The same as `prove`, for a proof to share. */
  proveToShare: () => void;
  disconnect: () => void;
  /** True once, after someone has connected it by a press: then the focus may go to the next one. */
  claimFocus: () => boolean;
};

type ConnectedWalletRowProps = {
  connected: ConnectedWallet;
  /** False while the page is still asking whether it is proven. */
  isKnown: boolean;
  /** Like `solana:mainnet`. */
  chain: string;
  proveButton: Ref<HTMLButtonElement>;
};

/** The row of a connected wallet that is not proven. */
export function ConnectedWalletRow({ connected, isKnown, chain, proveButton }: ConnectedWalletRowProps) {
  return (
    <section aria-label="Connected wallet">
      <WalletRowLayout
        icon={<AddressIcon icon={connected.icon} address={connected.address} />}
        actions={
          <>
            <Button variant="quiet" onClick={connected.disconnect}>
              Disconnect
            </Button>
            {/* Last, where a proven wallet has `Manage`, and with its place kept: one press too many does no harm. */}
            <Button
              ref={proveButton}
              variant="primary"
              className={isKnown ? undefined : 'invisible'}
              onClick={connected.prove}
            >
              Prove it
            </Button>
          </>
        }
        status={
          <>
            <p className="text-small text-muted">{isKnown ? 'Connected, not proven' : 'Connected'}</p>
            <BalanceSlot address={connected.address} />
          </>
        }
      >
        <p className="font-semibold [overflow-wrap:anywhere]">{connected.walletName}</p>
        <Address address={connected.address} chain={chain} />
      </WalletRowLayout>
    </section>
  );
}
