'use client';

import { type ComponentType, useEffect, useState } from 'react';

/** Where a wallet's balance stands. It keeps its place from the start; what fills it is loaded when the page is idle. */
export function BalanceSlot({ address }: { address: string }) {
  const [Line, setLine] = useState<ComponentType<{ address: string }>>();
  useEffect(() => {
    const load = () =>
      import('./balance-line').then(
        (loaded) => setLine(() => loaded.BalanceLine),
        // Without its code there is no balance, which nothing else depends on.
        () => undefined,
      );
    (window.requestIdleCallback ?? setTimeout)(load);
  }, []);
  return (
    <div className="hidden min-h-[18px] text-small text-muted group-data-[balances=on]/balances:block">
      {Line ? <Line address={address} /> : null}
    </div>
  );
}
