'use client';

import { usePathname } from 'next/navigation';
import { lazy, useState } from 'react';

/** Not part of every page's script, since it is shown once a month at most. */
const PasskeyCard = lazy(() => import('./passkey-card').then((file) => ({ default: file.PasskeyCard })));

/**
 * Keeps the card if the page began with it, and never adds one later: each action that sets a cookie makes the
 * server ask again, and say no because the card was shown.
 */
export function PasskeyPlace({ isOffered }: { isOffered: boolean }) {
  const [beganWithIt] = useState(isOffered);
  const isOnSecurity = usePathname() === '/security';
  return beganWithIt ? (
    <div hidden={isOnSecurity}>
      <PasskeyCard />
    </div>
  ) : null;
}
