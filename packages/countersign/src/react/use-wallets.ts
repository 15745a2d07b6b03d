'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import type { Person } from '../server/session.ts';
import type { Wallet, WalletsAnswer } from '../server/wallets.ts';

export type WalletsState =
  | { status: 'loading' }
  | { status: 'signed_out' }
  | { status: 'ready'; person: Person; wallets: Wallet[] }
  /** The app or the site doesn't answer. That says nothing about the person. */
  | { status: 'failed' };

/**
 * The wallets of the person who is signed in to this app, to show them. They are read again whenever the page is looked at again, and
 * by `reload`. What someone may do is decided on the server, by `requireWallet`.
 * @param path of the handler
 */
export function useWallets(path = '/auth/wallets'): WalletsState & { reload: () => void } {
  const [state, setState] = useState<WalletsState>({ status: 'loading' });
  const reading = useRef<AbortController>(null);

  const reload = useCallback(() => {
    reading.current?.abort();
    reading.current = new AbortController();
    const { signal } = reading.current;
    read(path, signal).then(setState, () => {
      if (!signal.aborted) setState({ status: 'failed' });
    });
  }, [path]);

  useEffect(() => {
    reload();
    const readAgain = () => {
      if (document.visibilityState === 'visible') reload();
    };
    document.addEventListener('visibilitychange', readAgain);
    return () => {
      document.removeEventListener('visibilitychange', readAgain);
      reading.current?.abort();
    };
  }, [reload]);

  return { ...state, reload };
}

async function read(path: string, signal: AbortSignal): Promise<WalletsState> {
  const response = await fetch(path, { cache: 'no-store', signal });
  if (!response.ok) return { status: 'failed' };
  const answer = (await response.json()) as WalletsAnswer;
  return answer.status === 'ready' ? answer : { status: 'signed_out' };
}
