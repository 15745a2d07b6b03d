'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { neverRestore } from '../ui/never-restore';

/**
 * Stands on a public page that the browser may show again out of its back-forward cache. The server is asked for such a page
 * once more, because a proof may have ended since, or someone signed in.
 * @param isPersonal whether the page shows who looks at it. Then it is never shown again.
 */
export function RestoredPage({ isPersonal = false }: { isPersonal?: boolean }) {
  const router = useRouter();
  useEffect(() => {
    if (isPersonal) return neverRestore();
    const look = ({ persisted }: PageTransitionEvent) => persisted && router.refresh();
    addEventListener('pageshow', look);
    return () => removeEventListener('pageshow', look);
  }, [router, isPersonal]);
  return null;
}
