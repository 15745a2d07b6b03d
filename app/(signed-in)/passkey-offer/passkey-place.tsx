'use client';

import { lazy, useState } from 'react';

/** Not part of every page's script, since it is shown once a month at most. */
const PasskeyCard = lazy(() => import('./passkey-card').then((file) => ({ default: file.PasskeyCard })));

/**
 * Where the card stands, if the page began with it. The server is asked anew whenever an action sets a cookie, and says no
 * then, since it was shown: what is there stays, and what isn't never comes in between.
 */
export function PasskeyPlace({ isOffered }: { isOffered: boolean }) {
  const [beganWithIt] = useState(isOffered);
  return beganWithIt ? <PasskeyCard /> : null;
}
