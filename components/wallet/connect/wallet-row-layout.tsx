import type { ReactNode } from 'react';

type WalletRowLayoutProps = {
  icon: ReactNode;
  /** What can be done: beside the name, below everything on a phone. */
  actions: ReactNode;
  /** How it stands. Under the name over the whole width, so that buttons break no line of it. */
  status: ReactNode;
  children: ReactNode;
};

/** One ruled row: an icon, what the wallet is, how it stands, and what can be done. */
export function WalletRowLayout({ icon, actions, status, children }: WalletRowLayoutProps) {
  return (
    <div className="grid gap-x-3 py-3 wide:grid-cols-[minmax(11rem,1fr)_auto]">
      <div className="flex min-w-0 items-center gap-3">
        {icon}
        <div className="min-w-0">{children}</div>
      </div>
      <div className="pl-11 wide:col-span-2">{status}</div>
      <div className="mt-2 flex flex-wrap items-center justify-end gap-x-1 gap-y-2 wide:col-start-2 wide:gap-x-2 wide:row-start-1 wide:mt-0">
        {actions}
      </div>
    </div>
  );
}
