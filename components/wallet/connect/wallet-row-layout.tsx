import type { ReactNode } from 'react';

/** One ruled row: an icon, what the wallet is, and what can be done, beside it or below where it doesn't fit. */
export function WalletRowLayout(props: { icon: ReactNode; actions: ReactNode; children: ReactNode }) {
  const { icon, actions, children } = props;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <div className="flex min-w-44 flex-1 items-center gap-3">
        {icon}
        <div className="min-w-0">{children}</div>
      </div>
      <div className="ml-auto flex flex-wrap items-center justify-end gap-2">{actions}</div>
    </div>
  );
}
