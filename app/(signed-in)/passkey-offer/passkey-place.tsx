'use client';

import { usePathname } from 'next/navigation';
import { lazy, useState } from 'react';

/** Not part of every page's script, since it is shown once a month at most. */
const PasskeyCard = lazy(() => import('./passkey-card').then((file) => ({ default: file.PasskeyCard })));

/**
 * Where the card stands, if the page began with it. The server is asked again whenever an action sets a cookie, and says no
 * then, since it was shown: what is there stays, and what isn't never comes in between. Not beside the button of `/security`, which
 * does the same.
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
