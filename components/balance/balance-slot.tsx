'use client';

import { type ComponentType, useEffect, useState } from 'react';

/** A wallet's balance, the last of its facts. It keeps its place from the start; what fills it is loaded when the page is idle. */
export function BalanceSlot({ address }: { address: string }) {
  const [Line, setLine] = useState<ComponentType<{ address: string }>>();
  useEffect(() => {
    const load = () =>
      import('./balance-line').then(
        (loaded) => setLine(() => loaded.BalanceLine),
        // A balance whose code can't load isn't shown.
        () => undefined,
      );
    (window.requestIdleCallback ?? setTimeout)(load);
  }, []);
  return (
    <span className="hidden min-w-32 group-data-[balances=on]/balances:inline-block">
      {Line ? <Line address={address} /> : null}
    </span>
  );
}
