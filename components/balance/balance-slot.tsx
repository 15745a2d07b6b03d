'use client';

import { type ComponentType, useEffect, useState } from 'react';

/** A wallet's balance. Reserves its space from the start; its code loads when the page is idle. */
export function BalanceSlot({ address }: { address: string }) {
  const [Line, setLine] = useState<ComponentType<{ address: string }>>();
  useEffect(() => {
    const load = () =>
      import('./balance-line').then(
        (loaded) => setLine(() => loaded.BalanceLine),
        // If the code can't load, no balance appears.
        () => undefined,
      );
    (window.requestIdleCallback ?? setTimeout)(load);
  }, []);
  return <span className="balance-slot">{Line ? <Line address={address} /> : null}</span>;
}
