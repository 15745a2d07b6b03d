'use client';

import { usePathname } from 'next/navigation';
import { lazy, useState } from 'react';

/** Loaded separately, since users see it once a month at most. */
const PasskeyCard = lazy(() => import('./passkey-card').then((file) => ({ default: file.PasskeyCard })));

/** Never adds the card later: an action that sets a cookie renders the page again, with the offer already marked as shown. */
export function PasskeyPlace({ isOffered }: { isOffered: boolean }) {
  const [beganWithIt] = useState(isOffered);
  const isOnSecurity = usePathname() === '/security';
  return beganWithIt ? (
    <div hidden={isOnSecurity}>
      <PasskeyCard />
    </div>
  ) : null;
}
