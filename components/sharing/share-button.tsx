'use client';

import { useSyncExternalStore } from 'react';
import { buttonClasses } from '@/components/ui/button';

const never = () => () => undefined;

/** Opens the phone's own way of sharing. Nothing where the browser has none. */
export function ShareButton({ link }: { link: string }) {
  const canShare = useSyncExternalStore(
    never,
    () => 'share' in navigator,
    () => false,
  );
  if (!canShare) return null;
  return (
    <button
      type="button"
      // Refused or closed: the person sees that themselves, and the link can still be copied.
      onClick={() => navigator.share({ title: 'Proof of a wallet', url: link }).catch(() => undefined)}
      className={buttonClasses('quiet', '-ml-2.5 print:hidden')}
    >
      Share
    </button>
  );
}
