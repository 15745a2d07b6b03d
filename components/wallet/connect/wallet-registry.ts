import type { Wallet } from '@wallet-standard/base';
import { admitWallet } from './admit-wallet';

type Listener = (...wallets: Wallet[]) => void;
type ListenerEvent = 'register' | 'unregister';

export type WalletRegistry = {
  get(): readonly Wallet[];
  on(event: ListenerEvent, listener: Listener): () => void;
  /** Called by wallets, through the events. Returns what takes them out again. */
  register(...wallets: Wallet[]): () => void;
};

let registry: WalletRegistry | undefined;

/**
 * Replaces the registry of `@wallet-standard/app` in browsers, through the bundler. Checks each wallet, so that one
 * that throws doesn't take the others along (docs/decisions/005). The first call asks all wallets to announce
 * themselves.
 */
export function getWallets(): WalletRegistry {
  registry ??= openRegistry();
  return registry;
}

// The adapters import it by this name. Wallets that only know the way before the events are from before 2023.
export { getWallets as DEPRECATED_getWallets };

function openRegistry(): WalletRegistry {
  /** Registered wallets, and the checked one that is shown for each. */
  const admitted = new Map<Wallet, Wallet>();
  const listeners: Record<ListenerEvent, Set<Listener>> = { register: new Set(), unregister: new Set() };
  const tell = (event: ListenerEvent, wallets: Wallet[]) => {
    for (const listener of listeners[event]) listener(...wallets);
  };

  const register = (...wallets: Wallet[]) => {
    const added = wallets.filter((wallet) => !admitted.has(wallet));
    if (added.length === 0) return () => undefined;
    for (const wallet of added) admitted.set(wallet, admitWallet(wallet));
    tell(
      'register',
      added.flatMap((wallet) => admitted.get(wallet) ?? []),
    );
    return () => {
      const removed = added.flatMap((wallet) => admitted.get(wallet) ?? []);
      for (const wallet of added) admitted.delete(wallet);
      if (removed.length > 0) tell('unregister', removed);
    };
  };
  const on = (event: ListenerEvent, listener: Listener) => {
    listeners[event].add(listener);
    return () => void listeners[event].delete(listener);
  };
  const get = () => {
    // Again, since a wallet that was well when it came may have broken since.
    for (const [wallet, shown] of admitted) if (shown === wallet) admitted.set(wallet, admitWallet(wallet));
    return [...admitted.values()];
  };

  if (typeof window !== 'undefined') announce(register);
  return { get, on, register };
}

/** The two events of the standard, so that it does not matter who comes first, a wallet or this page. */
function announce(register: WalletRegistry['register']): void {
  const detail = Object.freeze({ register });
  window.addEventListener('wallet-standard:register-wallet', (event) => {
    if ('detail' in event && typeof event.detail === 'function') event.detail(detail);
  });
  window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail }));
}
