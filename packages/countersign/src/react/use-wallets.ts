'use client';

import { useSyncExternalStore } from 'react';
import { loading, type WalletsState, walletStoreOf } from './wallet-store.ts';

export type { WalletsState };

/**
 * The signed-in person's wallets, for display. The components of a page share one request. Loads them again when the page becomes
 * visible, and by `reload`. Check access on the server, with `requireWallet`.
 * @param path of the handler
 */
export function useWallets(path = '/auth/wallets'): WalletsState & { reload: () => void } {
  const { subscribe, current, reload } = walletStoreOf(path);
  // A server renders no wallets.
  const state = useSyncExternalStore(subscribe, current, () => loading);
  return { ...state, reload };
}
