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
      <div className="grid min-h-[76px] grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-3 py-4 @min-[560px]:grid-cols-[auto_minmax(0,1fr)_auto] @min-[560px]:py-3">
        <div className="self-start pt-1 @min-[560px]:self-center @min-[560px]:pt-0">{icon}</div>
        <div className="grid min-w-0 gap-0.5">
          <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
            {name}
            {drawDisconnect('-my-2 -mr-2 ml-auto px-2 forced-colors:my-0 @max-[560px]:hidden')}
          </div>
          <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-0.5">
            {address}
            <div className="dotted text-small text-muted">{facts}</div>
          </div>
          {note}
        </div>
        <div className="col-start-2 flex items-center justify-end gap-1 @max-[560px]:[&>.act]:flex-1 @min-[560px]:col-start-3 [&>.act]:min-w-29">
          {drawDisconnect('@min-[560px]:hidden')}
          {actions}
        </div>
      </div>
    </div>
  );
}
