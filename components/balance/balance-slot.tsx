'use client';

import { useEffect, useEffectEvent } from 'react';
import { useLazyPart } from '@/components/ui/use-lazy-part';

/** A wallet's balance. Reserves its space from the start; its code loads when the page is idle. If it can't load, no balance appears. */
export function BalanceSlot({ address }: { address: string }) {
  const { Part: Line, drawAhead } = useLazyPart(async () => (await import('./balance-line')).BalanceLine);
  const load = useEffectEvent(drawAhead);
  useEffect(() => void (window.requestIdleCallback ?? setTimeout)(() => load()), []);
  return <span className="balance-slot">{Line ? <Line address={address} /> : null}</span>;
}
