'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import type { WalletsAnswer } from '../server/wallets.ts';

/** `expired` and `ended`: `requireWallet` redirects to the site. `unreachable`: also if the app doesn't respond. */
export type WalletsState = { status: 'loading' } | WalletsAnswer;

/**
 * The signed-in person's wallets, for display. Loads them again when the page becomes visible, and by `reload`. Check access on
 * the server, with `requireWallet`.
 * @param path of the handler
 */
export function useWallets(path = '/auth/wallets'): WalletsState & { reload: () => void } {
  const [state, setState] = useState<WalletsState>({ status: 'loading' });
  const newest = useRef(0);

  const reload = useCallback(() => {
    newest.current += 1;
    const turn = newest.current;
    const keep = (read: WalletsState) => {
      if (turn === newest.current) setState(read);
    };
    read(path).then(keep, () => keep({ status: 'unreachable' }));
  }, [path]);

  useEffect(() => {
    reload();
    const readAgain = () => {
      if (document.visibilityState === 'visible') reload();
    };
    document.addEventListener('visibilitychange', readAgain);
    return () => {
      document.removeEventListener('visibilitychange', readAgain);
      newest.current += 1;
    };
  }, [reload]);

  return { ...state, reload };
}

/** Not aborted when the person leaves the page, because the response may set the cookie with the next refresh token. */
async function read(path: string): Promise<WalletsState> {
  const response = await fetch(path, { cache: 'no-store', keepalive: true });
  return response.ok ? ((await response.json()) as WalletsAnswer) : { status: 'unreachable' };
}
