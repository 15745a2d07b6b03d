import type { Wallet } from '@wallet-standard/base';

/** Names under which mobile wallets register. Without a wallet of the first name, the provider creates one. */
export const localMobileWalletName = 'Mobile Wallet Adapter';
export const remoteMobileWalletName = 'Remote Mobile Wallet Adapter';

export function isMobileWallet(name: string): boolean {
  return name === localMobileWalletName || name === remoteMobileWalletName;
}

export const plainMobileNames: Record<string, string> = {
  [localMobileWalletName]: 'Wallet app',
  [remoteMobileWalletName]: 'Wallet on a phone',
};

type Registry = { register: (wallet: Wallet) => unknown };

/** Announces a wallet with both events of the Wallet Standard, so that wallet and page may load in either order. */
export function registerWallet(wallet: Wallet): void {
  const register = (registry: Registry) => registry.register(wallet);
  window.addEventListener('wallet-standard:app-ready', (event) => {
    if ('detail' in event) register(event.detail as Registry);
  });
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
}
