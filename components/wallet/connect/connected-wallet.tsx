import { Address } from '@/components/address';
import { BalanceSlot } from '@/components/balance/balance-slot';
import { Button } from '@/components/ui/button';
import { WalletIcon } from './wallet-icon';
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
};

/**
 * The row of a connected wallet that is not proven.
 * @param isKnown false while the page is still asking whether it is.
 */
export function ConnectedWalletRow({ connected, isKnown }: { connected: ConnectedWallet; isKnown: boolean }) {
  return (
    <section aria-label="Connected wallet">
      <WalletRowLayout
        icon={<WalletIcon icon={connected.icon} />}
        actions={
          <>
            <Button onClick={connected.disconnect}>Disconnect</Button>
            {/* Last, where a proven wallet has `Manage`, and with its place kept: one press too many does no harm. */}
            <Button variant="primary" className={isKnown ? undefined : 'invisible'} onClick={connected.prove}>
              Prove it
            </Button>
          </>
        }
      >
        <Address address={connected.address} />
        <p className="text-small text-muted">{isKnown ? 'Connected, not proven' : 'Connected'}</p>
        <p className="text-small text-muted">{connected.walletName}</p>
        <BalanceSlot address={connected.address} />
      </WalletRowLayout>
    </section>
  );
}
