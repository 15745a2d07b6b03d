import type { Wallet } from '@wallet-standard/base';

type Registry = { register: (wallet: Wallet) => unknown };

/** Announces a wallet by the two events of the Wallet Standard, so that it does not matter which side comes first. */
export function registerWallet(wallet: Wallet): void {
  const register = (registry: Registry) => registry.register(wallet);
  window.addEventListener('wallet-standard:app-ready', (event) => {
    if ('detail' in event) register(event.detail as Registry);
  });
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
}
