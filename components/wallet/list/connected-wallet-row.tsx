import type { ComponentType, Ref } from 'react';
import { BalanceSlot } from '@/components/balance/balance-slot';
import { Address } from '@/components/ui/address';
import { Button } from '@/components/ui/button';
import { AddressIcon } from '@/components/wallet/connect/wallet-icon';
import { WalletRowLayout } from '@/components/wallet/connect/wallet-row-layout';
import { demoWalletName } from '@/components/wallet/standard/demo-wallet-name';
import { explorerAddress } from '@/lib/explorer-address';
import { useRowMenu } from './use-row-menu';

export type ConnectedWallet = {
  address: string;
  /** Cleaned for display. */
  walletName: string;
  icon: string | null;
  prove: () => void;
  proveToShare: () => void;
  disconnect: () => void;
  /** True once after the user connected the wallet by a press, so that the focus may move to the next step. */
  claimFocus: () => boolean;
  /** Loaded with the code that connects. */
  Row: ComponentType<ConnectedWalletRowProps>;
};

type ConnectedWalletRowProps = {
  connected: ConnectedWallet;
  /** False until the page knows whether the wallet is proven. */
  isKnown: boolean;
  chain: string;
  proveButton: Ref<HTMLButtonElement>;
};

export function ConnectedWalletRow({ connected, isKnown, chain, proveButton }: ConnectedWalletRowProps) {
  const menu = useRowMenu({ address: connected.address, name: connected.walletName, chain });
  const hasMenu =
    explorerAddress(chain, connected.address) !== null || connected.walletName === demoWalletName;
  return (
    <section aria-label="Connected wallet">
      <WalletRowLayout
        icon={<AddressIcon icon={connected.icon} address={connected.address} />}
        name={<span className="font-semibold [overflow-wrap:anywhere]">{connected.walletName}</span>}
        address={<Address address={connected.address} chain={chain} />}
        facts={
          <>
            <span>{isKnown ? 'Connected, not proven' : 'Connected'}</span>
            <BalanceSlot address={connected.address} />
          </>
        }
        disconnect={connected.disconnect}
        actions={
          <>
            {/* Keeps its space while invisible, so that `Disconnect` doesn't move under the pointer. */}
            <Button
              ref={proveButton}
              variant="primary"
              className={`act ${isKnown ? '' : 'invisible'}`}
              onClick={connected.prove}
            >
              Prove it
            </Button>
            {hasMenu ? menu.button : null}
          </>
        }
      />
      {menu.below}
    </section>
  );
}
