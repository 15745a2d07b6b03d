import type { Wallet } from '@wallet-standard/base';

type Registry = { register: (wallet: Wallet) => unknown };

/** Announces a wallet with both events of the Wallet Standard, so that wallet and page may load in either order. */
export function registerWallet(wallet: Wallet): void {
  const register = (registry: Registry) => registry.register(wallet);
  window.addEventListener('wallet-standard:app-ready', (event) => {
    if ('detail' in event) register(event.detail as Registry);
  });
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
}
