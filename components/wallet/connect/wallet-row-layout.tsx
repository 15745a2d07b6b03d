import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';

type WalletRowLayoutProps = {
  icon: ReactNode;
  name: ReactNode;
  address: ReactNode;
  facts: ReactNode;
  note?: ReactNode;
  /** For the connected wallet. */
  disconnect?: (() => void) | undefined;
  actions: ReactNode;
};

export function WalletRowLayout(props: WalletRowLayoutProps) {
  const { icon, name, address, facts, note, disconnect, actions } = props;
  // Beside the name, so that the second line has room; on phones beside the other buttons.
  const drawDisconnect = (className: string) =>
    disconnect ? (
      <Button variant="quiet" className={className} onClick={disconnect}>
        Disconnect
      </Button>
    ) : null;
  return (
    <div className="@container">
      <div className="wallet-row">
        <div>{icon}</div>
        <div className="grid min-w-0 gap-0.5">
          <div className="in-lines gap-x-2">
            {name}
            {drawDisconnect('-my-2 -mr-2 ml-auto px-2 forced-colors:my-0 @max-[560px]:hidden')}
          </div>
          <div className="in-lines gap-x-2.5">
            {address}
            <div className="dotted text-small text-muted">{facts}</div>
          </div>
          {note}
        </div>
        <div>
          {drawDisconnect('@min-[560px]:hidden')}
          {actions}
        </div>
      </div>
    </div>
  );
}
