'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

/**
 * Stands on a public page that the browser may show again as it was, out of its back-forward cache or its file cache. The
 * server is asked for it again then, because a proof may have ended since, or someone signed in.
 */
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
