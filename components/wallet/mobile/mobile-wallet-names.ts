/** Names that the mobile wallet protocol registers. Without the first, the provider makes a wallet of its own. */
export const localMobileWalletName = 'Mobile Wallet Adapter';
export const remoteMobileWalletName = 'Remote Mobile Wallet Adapter';

export function isMobileWallet(name: string): boolean {
  return name === localMobileWalletName || name === remoteMobileWalletName;
}

export const plainMobileNames: Record<string, string> = {
  [localMobileWalletName]: 'Wallet app',
  [remoteMobileWalletName]: 'Wallet on a phone',
};
