'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import type { Person } from '../server/session.ts';
import type { Wallet, WalletsAnswer } from '../server/wallets.ts';

export type WalletsState =
  | { status: 'loading' }
  | { status: 'ready'; person: Person; wallets: Wallet[] }
  | { status: 'signed_out' }
  /** The access token expired, or the user revoked the app's access. `requireWallet` redirects to the site. */
  | { status: 'expired' | 'ended' }
  /** The app or the site didn't respond, so the user's state is unknown. */
  | { status: 'failed' };

/**
 * The signed-in user's wallets, for display. Loads them again when the page becomes visible, and by `reload`. Check access on
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
    read(path).then(keep, () => keep({ status: 'failed' }));
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

/** Not aborted when the user leaves the page, because the response may set the cookie with the next refresh token. */
async function read(path: string): Promise<WalletsState> {
  const response = await fetch(path, { cache: 'no-store', keepalive: true });
  const answer = response.ok ? ((await response.json()) as WalletsAnswer) : null;
  return answer && answer.status !== 'unreachable' ? answer : { status: 'failed' };
}
