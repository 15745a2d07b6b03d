'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import type { Person } from '../server/session.ts';
import type { Wallet, WalletsAnswer } from '../server/wallets.ts';

export type WalletsState =
  | { status: 'loading' }
  | { status: 'ready'; person: Person; wallets: Wallet[] }
  | { status: 'signed_out' }
  /** Signed in to this app, which has to ask the site again, or ended its access there: `requireWallet` leads to the site. */
  | { status: 'expired' | 'ended' }
  /** The app or the site doesn't answer. That says nothing about the person. */
  | { status: 'failed' };

/**
 * The wallets of the person who is signed in to this app, to show them. They are read again whenever the page is looked at again, and
 * by `reload`. What someone may do is decided on the server, by `requireWallet`.
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

/** Never aborted, also when the page is left: the app may be refreshing, and the answer has the next cookie. */
async function read(path: string): Promise<WalletsState> {
  const response = await fetch(path, { cache: 'no-store', keepalive: true });
  const answer = response.ok ? ((await response.json()) as WalletsAnswer) : null;
  return answer && answer.status !== 'unreachable' ? answer : { status: 'failed' };
}
