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
