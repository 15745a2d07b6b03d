'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

/** Refreshes a public page restored from the bfcache or HTTP cache: its proof may have ended or the user signed in since. */
export function RestoredPage() {
  const router = useRouter();
  useEffect(() => {
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (visit?.type === 'back_forward' && visit.transferSize === 0) router.refresh();
    const look = ({ persisted }: PageTransitionEvent) => persisted && router.refresh();
    addEventListener('pageshow', look);
    return () => removeEventListener('pageshow', look);
  }, [router]);
  return null;
}
