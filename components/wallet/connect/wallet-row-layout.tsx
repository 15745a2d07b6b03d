import type { ReactNode } from 'react';

type WalletRowLayoutProps = {
  icon: ReactNode;
  name: ReactNode;
  address: ReactNode;
  facts: ReactNode;
  note?: ReactNode;
  actions: ReactNode;
};

export function WalletRowLayout({ icon, name, address, facts, note, actions }: WalletRowLayoutProps) {
  return (
    <div className="@container">
      <div className="grid min-h-[76px] grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-3 py-4 @min-[560px]:grid-cols-[auto_minmax(0,1fr)_auto] @min-[560px]:py-3">
        <div className="self-start pt-1 @min-[560px]:self-center @min-[560px]:pt-0">{icon}</div>
        <div className="grid min-w-0 gap-0.5">
          <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">{name}</div>
          <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-0.5">
            {address}
            <div className="dotted text-small text-muted">{facts}</div>
          </div>
          {note}
        </div>
        <div className="col-start-2 flex items-center justify-end gap-1 @max-[560px]:[&>.act]:flex-1 @min-[560px]:col-start-3 [&>.act]:min-w-29">
          {actions}
        </div>
      </div>
    </div>
  );
}
