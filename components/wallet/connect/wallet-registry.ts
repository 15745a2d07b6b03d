import type { Wallet } from '@wallet-standard/base';
import { admitWallet } from './admit-wallet';

type Listener = (...wallets: Wallet[]) => void;
type ListenerEvent = 'register' | 'unregister';

export type WalletRegistry = {
  get(): readonly Wallet[];
  on(event: ListenerEvent, listener: Listener): () => void;
  /** Called by wallets, through the events. @returns a function that unregisters them. */
  register(...wallets: Wallet[]): () => void;
};

let registry: WalletRegistry | undefined;

/** Replaces the registry of `@wallet-standard/app` through the bundler. A wallet that throws breaks no other one (docs/decisions/005). */
export function getWallets(): WalletRegistry {
  registry ??= openRegistry();
  return registry;
}

// The name that adapters import. The protocol from before the events isn't supported: only wallets from before 2023 need it.
export { getWallets as DEPRECATED_getWallets };

function openRegistry(): WalletRegistry {
  /** Each registered wallet, with its checked version. */
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
    // Checks again, because a wallet may have broken since it registered.
    for (const [wallet, shown] of admitted) if (shown === wallet) admitted.set(wallet, admitWallet(wallet));
    return [...admitted.values()];
  };

  if (typeof window !== 'undefined') announce(register);
  return { get, on, register };
}

/** Uses both events of the Wallet Standard, so that wallet and page may load in either order. */
function announce(register: WalletRegistry['register']): void {
  const detail = Object.freeze({ register });
  window.addEventListener('wallet-standard:register-wallet', (event) => {
    if ('detail' in event && typeof event.detail === 'function') event.detail(detail);
  });
  window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail }));
}
