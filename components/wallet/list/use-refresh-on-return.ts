import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

/** Reads the page anew whenever somebody comes back to it, while `isAway`: what they did elsewhere may be on their account. */
export function useRefreshOnReturn(isAway: boolean): void {
  const { refresh } = useRouter();
  useEffect(() => {
    if (!isAway) return;
    const look = () => {
      if (document.visibilityState === 'visible') refresh();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [isAway, refresh]);
}
