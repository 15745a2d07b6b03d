import type { Adapter } from '@solana/wallet-adapter-base';
import type { ReactNode } from 'react';
import { Address } from '@/components/address';
import { Button } from '@/components/ui/button';
import { cleanWalletName } from './clean-wallet-name';
import { readWalletIcon } from './wallet-choices';
import { WalletIcon } from './wallet-icon';

/** The row of the connected wallet. `children` is the place for what can be done with it, before `Disconnect`. */
export function ConnectedWallet(props: {
  adapter: Adapter;
  address: string;
  onDisconnect: () => void;
  children?: ReactNode;
}) {
  const { adapter, address, onDisconnect, children } = props;
  return (
    <section
      aria-label="Connected wallet"
      className="grid w-full grid-cols-[32px_minmax(0,1fr)_auto] items-center gap-3 border-y border-hairline py-3"
    >
      <WalletIcon icon={readWalletIcon(adapter)} />
      <div className="min-w-0">
        <Address address={address} />
        <p className="text-small text-muted">Connected, not proven</p>
        <p className="text-small text-muted">{cleanWalletName(adapter.name)}</p>
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2">
        {children}
        <Button onClick={onDisconnect}>Disconnect</Button>
      </div>
    </section>
  );
}
